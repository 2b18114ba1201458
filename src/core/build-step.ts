/** The contract of a build step: a plain function of shards, options and tools, so that it can be cached and can run anywhere. */
import type { z } from 'zod';
import type { Json } from './task.ts';
import type { ToolNeeds, Tools } from './tools.ts';

/** A part of a step's rows, with what was dropped on the way to it. */
export interface Shard<Row = unknown> {
  rows: readonly Row[];
  dropped: readonly LedgerRow[];
  /** Numbers that belong to the rows: the same count for each, row after row. */
  vectors?: Float32Array;
  /** Counts and the like that later steps or statistics read. */
  facts?: Json;
}

/** The tools that a step asked for by `needs`, and no others. */
export interface StepTools extends Tools {
  signal: AbortSignal;
  /** How many rows of the given shards are done, for the progress bar. */
  progress(rows: number): void;
}

export interface BuildStep<In = unknown, Out = unknown, Options = unknown> {
  /** Small letters, digits and hyphens. */
  name: string;
  /** Raised when the step's code changes what it gives. */
  version: number;
  /** What it depends on besides rows and tools: plain JSON, because it is part of the cache key. */
  options: z.ZodType<Options>;
  /** Their ids are part of the cache key. */
  needs?: ToolNeeds | { of(options: Options): ToolNeeds }['of'];
  /** One shard at a time; each two shards i ≤ j (the diagonal gets one shard); or all of them at once. */
  over: 'each' | 'pairs' | 'all';
  run(input: readonly Shard<In>[], options: Options, tools: StepTools): Shard<Out> | Promise<Shard<Out>>;
}

/** All shards of a step's input, read when they are wanted: their rows need not fit into memory. */
export interface ShardReader<Row = unknown> {
  /** Rows of each shard. */
  sizes: readonly number[];
  read(place: number): Promise<Shard<Row>>;
}

/** Several lists of shards by name, each with rows of its own type. */
export type ShardReaders<In> = { readonly [Name in keyof In]: ShardReader<In[Name]> };

/** A step over all shards in bounded memory: it reads them one by one, as often as it likes, and gives its own as they come. */
export interface StreamStep<In = Record<string, unknown>, Out = unknown, Options = unknown> {
  name: string;
  version: number;
  options: z.ZodType<Options>;
  needs?: ToolNeeds | { of(options: Options): ToolNeeds }['of'];
  over: 'stream';
  run: { of(input: ShardReaders<In>, options: Options, tools: StepTools): AsyncIterable<Shard<Out>> }['of'];
}

export type AnyStep = BuildStep | StreamStep;

/** Keeps the types of a step while steps of different types are in one list. */
export function defineStep<In, Out, Options>(step: BuildStep<In, Out, Options>): BuildStep<In, Out, Options> {
  return step;
}

export function defineStreamStep<In, Out, Options>(step: StreamStep<In, Out, Options>): StreamStep<In, Out, Options> {
  return step;
}

/** Keys of shards, which remember the type of their rows. */
export type Keys<Row = unknown> = readonly string[] & { readonly row?: Row };

/** The ledger: what each build step dropped, and why. */
export interface LedgerRow {
  /** A name that the builder chooses: read, convert, mine, … */
  step: string;
  rule: string;
  ids: string[];
  text?: string;
  value?: number | string;
  limit?: number | string;
  /** The question and the answer of a row that became no statement. */
  question?: string;
  answer?: string | boolean;
}
