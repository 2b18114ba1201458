/** The contract of a build step: a plain function of shards, options and tools, so that it can be cached and can run anywhere. */
import type { z } from 'zod';
import type { Json } from './task.ts';
import type { ToolNeeds, Tools } from './tools.ts';

/** A part of the rows of a step, with the rows dropped so far. */
export interface Shard<Row = unknown> {
  rows: readonly Row[];
  dropped: readonly LedgerRow[];
  /** A vector for each row, all of the same length, one after another. */
  vectors?: Float32Array;
  /** Counts and similar data for later steps or statistics. */
  facts?: Json;
}

/** Exactly the tools that the step requested in `needs`. */
export interface StepTools extends Tools {
  signal: AbortSignal;
  /** Reports the number of finished rows, for the progress bar. */
  progress(rows: number): void;
}

export interface BuildStep<In = unknown, Out = unknown, Options = unknown> {
  /** Small letters, digits and hyphens. */
  name: string;
  /** Increment it when a code change affects the results. */
  version: number;
  /** Options besides rows and tools: plain JSON, because they are part of the cache key. */
  options: z.ZodType<Options>;
  /** Their ids are part of the cache key. */
  needs?: ToolNeeds | { of(options: Options): ToolNeeds }['of'];
  /** One shard at a time; every pair of shards i ≤ j (one shard where i = j); or all shards at once. */
  over: 'each' | 'pairs' | 'all';
  run(input: readonly Shard<In>[], options: Options, tools: StepTools): Shard<Out> | Promise<Shard<Out>>;
}

/** The shards of an input, read on demand, because all rows together may not fit into memory. */
export interface ShardReader<Row = unknown> {
  /** Rows of each shard. */
  sizes: readonly number[];
  read(place: number): Promise<Shard<Row>>;
}

/** Several lists of shards by name, each with rows of its own type. */
export type ShardReaders<In> = { readonly [Name in keyof In]: ShardReader<In[Name]> };

/** A step over all shards in bounded memory: it reads them one by one, repeatedly if needed, and yields its own shards as it goes. */
export interface StreamStep<In = Record<string, unknown>, Out = unknown, Options = unknown> {
  name: string;
  version: number;
  options: z.ZodType<Options>;
  needs?: ToolNeeds | { of(options: Options): ToolNeeds }['of'];
  over: 'stream';
  run: { of(input: ShardReaders<In>, options: Options, tools: StepTools): AsyncIterable<Shard<Out>> }['of'];
}

export type AnyStep = BuildStep | StreamStep;

/** Keeps the types of the step, so that one list can hold steps of different types. */
export function defineStep<In, Out, Options>(step: BuildStep<In, Out, Options>): BuildStep<In, Out, Options> {
  return step;
}

export function defineStreamStep<In, Out, Options>(step: StreamStep<In, Out, Options>): StreamStep<In, Out, Options> {
  return step;
}

/** Keys of shards, typed by their rows. */
export type Keys<Row = unknown> = readonly string[] & { readonly row?: Row };

/** An entry of the ledger: rows that a build step dropped, and why. */
export interface LedgerRow {
  /** A name chosen by the builder: read, convert, mine, … */
  step: string;
  rule: string;
  ids: string[];
  text?: string;
  value?: number | string;
  limit?: number | string;
  /** Question and answer of a row that could not be converted into a statement. */
  question?: string;
  answer?: string | boolean;
}
