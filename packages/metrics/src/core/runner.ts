/** The contract of a model runner: one item with its prompt in, one answer out. */
import type { z } from 'zod';
import type { App } from './action.ts';
import type { AnsweringModel, ScoredChoices } from './answering-model.ts';
import type { Benchmark } from './benchmark.ts';
import type { Item } from './item.ts';

export interface TokenPrice {
  input: number;
  output: number;
}

/** What a runner without a model needs to answer items. */
export interface AnswerSource {
  benchmark: Pick<Benchmark, 'name' | 'names' | 'tasks'>;
  seed: number;
  now?: Date;
  datasets?: readonly string[];
  warn?(line: string): void;
}

export interface Runner extends AnsweringModel {
  /** Settings that affect its answers (temperature, lengths, beams). They are stored in run.json and in the key of the response cache. */
  settings?: Readonly<Record<string, string | number | boolean | null>>;
  /** Hashes and addresses of the data that its answers depend on (training items, model files), stored likewise. */
  depends?: Readonly<Record<string, string>>;
  /** Dollars per million tokens, if known. */
  price?: TokenPrice;
  /** The kind of prompt to use by default. */
  takes?: 'seq2seq' | 'completion' | 'chat';
  /** How it scores choices, if it does. */
  scores?: ScoredChoices['by'];
  /** How many answers it ranks per request, if it returns `nbest`. */
  nbest?: number;
  /** For runners without a model: the items with their answers in them. An item may be answered several times, and a copied reference is removed from the references. */
  answers?(items: readonly Item[], source: AnswerSource): Promise<readonly Item[]>;
  /** The file that `answers` reads. */
  answersFile?: string;
  /** It answers from the item alone: no prompt is rendered and no examples are sampled. */
  withoutPrompt?: boolean;
  /** The maximum number of concurrent requests; default: 1. */
  concurrency?: number;
  close?(): Promise<void>;
}

/** What a runner is created with, besides its options. */
export interface RunnerContext {
  benchmark?: Benchmark;
  /** Training items. */
  pool: readonly Item[];
  /** All items of the dataset in its order. */
  items: readonly Item[];
  tools: App['tools'];
  /** The only source of API keys. */
  environment: Readonly<Record<string, string | undefined>>;
  /** The path of an optional large file; a SetupError if it was not added. */
  dataFile(name: string): string;
  /** Prints one line that the user must see. */
  warn(line: string): void;
  /** Prints one line of progress, unless the user suppresses it. */
  say?(line: string): void;
  /** No request will be sent. */
  dry: boolean;
}

export interface RunnerTarget {
  /** Its syntax: `MODEL[@baseURL]`. */
  grammar: string;
  /** The target may be omitted. */
  optional?: boolean;
  /** It is the path of a file or folder, which suites resolve relative to their own file. */
  path?: boolean;
  /** Words that are not paths. */
  words?: readonly string[];
  /** The part used as the name of a system; default: all of it. */
  short?(target: string): string;
}

export interface RunnerCall<Options> {
  /** As written by the user, without options. */
  spec: string;
  /** The part after the name and a colon; empty if there is none. */
  target: string;
  options: Options;
}

/** A kind of model: `NAME[:TARGET][(OPTION[=VALUE], …)]`. */
export interface RunnerDefinition<Schema extends z.ZodObject = z.ZodObject> {
  name: string;
  /** A one-line description for the help. */
  summary: string;
  /** The part after the name and a colon; absent if the name is complete. */
  target?: RunnerTarget;
  /** Its own options: camelCase fields with `.describe()`. */
  options: Schema;
  examples: readonly string[];
  /** As `answers` of its runner, also for existing run folders. `path` is the file named by the target. */
  answers?(items: readonly Item[], source: AnswerSource & { path?: string }): Promise<readonly Item[]>;
  create(call: RunnerCall<z.infer<Schema>>, context: RunnerContext): Runner | Promise<Runner>;
}

/** Keeps the type of the schema, so that one table can hold runners with different schemas. */
export function defineRunner<Schema extends z.ZodObject>(definition: RunnerDefinition<Schema>): RunnerDefinition {
  return definition;
}
