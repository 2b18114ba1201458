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

/** How the items are read that a runner without a model answers. */
export interface AnswerSource {
  benchmark: Pick<Benchmark, 'name' | 'names' | 'tasks'>;
  seed: number;
  now?: Date;
  datasets?: readonly string[];
  warn?(line: string): void;
}

export interface Runner extends AnsweringModel {
  /** What else changes its answers (temperature, lengths, beams): kept in run.json and in the key of the response cache. */
  settings?: Readonly<Record<string, string | number | boolean | null>>;
  /** Hashes and addresses of what its answers depend on (training items, model files): kept in run.json and in the key of the response cache. */
  depends?: Readonly<Record<string, string>>;
  /** Dollars for a million tokens, where they are known. */
  price?: TokenPrice;
  /** Which kind of prompt suits it, where none is named. */
  takes?: 'seq2seq' | 'completion' | 'chat';
  /** How it scores choices, where it does. */
  scores?: ScoredChoices['by'];
  /** How many answers it ranks for each request, where it gives `nbest`. */
  nbest?: number;
  /** The items with their answers in them, where there is no model: people answer an item several times, a copied reference is no reference any more. */
  answers?(items: readonly Item[], source: AnswerSource): Promise<readonly Item[]>;
  /** The file that `answers` reads. */
  answersFile?: string;
  /** Answers from the item alone: no prompt is rendered, no examples are drawn. */
  withoutPrompt?: boolean;
  /** How many requests may be under way at once; default: 1. */
  concurrency?: number;
  close?(): Promise<void>;
}

/** What a runner is made with besides its options. */
export interface RunnerContext {
  benchmark?: Benchmark;
  /** Training items. */
  pool: readonly Item[];
  /** All items of the dataset in its order. */
  items: readonly Item[];
  tools: App['tools'];
  /** Keys come from here and nowhere else. */
  environment: Readonly<Record<string, string | undefined>>;
  /** The path of an optional large file; one that was not added is a SetupError. */
  dataFile(name: string): string;
  /** One line that the user must see. */
  warn(line: string): void;
  /** One line of progress, unless the user wants none. */
  say?(line: string): void;
  /** Nothing will be asked. */
  dry: boolean;
}

export interface RunnerTarget {
  /** How it is written: `MODEL[@baseURL]`. */
  grammar: string;
  /** The name of the runner may stand alone. */
  optional?: boolean;
  /** It is the path of a file or folder. A suite finds it beside its own file. */
  path?: boolean;
  /** Words that are not paths. */
  words?: readonly string[];
  /** What a system is called after; default: all of it. */
  short?(target: string): string;
}

export interface RunnerCall<Options> {
  /** As the user wrote it, without options. */
  spec: string;
  /** What follows the name and a colon; empty where nothing does. */
  target: string;
  options: Options;
}

/** A kind of model: `NAME[:TARGET][(OPTION[=VALUE], …)]`. */
export interface RunnerDefinition<Schema extends z.ZodObject = z.ZodObject> {
  name: string;
  /** What it is, in a line of help. */
  summary: string;
  /** What follows the name and a colon; without it the name stands alone. */
  target?: RunnerTarget;
  /** Its own options: camelCase fields with `.describe()`. */
  options: Schema;
  examples: readonly string[];
  /** `answers` of its runner, for a run folder too. `path` is the file that the target named. */
  answers?(items: readonly Item[], source: AnswerSource & { path?: string }): Promise<readonly Item[]>;
  create(call: RunnerCall<z.infer<Schema>>, context: RunnerContext): Runner | Promise<Runner>;
}

/** Keeps the schema's type while runners of different schemas are in one table. */
export function defineRunner<Schema extends z.ZodObject>(definition: RunnerDefinition<Schema>): RunnerDefinition {
  return definition;
}
