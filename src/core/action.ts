/** The contract of anything a user can run, and of the app that it is handed: options as a zod schema, a result as table or JSON. */
import type { z } from 'zod';
import type { Benchmark } from './benchmark.ts';
import type { Item } from './item.ts';
import type { Measured } from './metric.ts';
import type { PredictedText } from './prediction.ts';
import type { Runner } from './runner.ts';
import type { Scores } from './scores.ts';
import type { Table } from './table.ts';
import type { ToolNeeds, Tools } from './tools.ts';

export interface Progress {
  /** `done` of the total that was announced; seconds until all work ends, of which this is a part, where they are known. */
  update(done: number, secondsLeft?: number): void;
  stop(): void;
}

/** What a model is asked about, and with what. Options of the model itself are part of its name. */
export interface RunnerRequirements {
  benchmark?: Benchmark;
  /** Training items: what baselines learn from. */
  pool?: readonly Item[];
  /** All items of the dataset in its order: a file of predictions without ids is read by them. */
  items?: readonly Item[];
  /** Nothing will be asked: a key that is missing does not matter. */
  dry?: boolean;
  /** Options that the model has where its name does not say otherwise; those that it does not know are left out. */
  usual?: Readonly<Record<string, unknown>>;
}

/** What composes the rooms, for the command line, the server and workers alike. */
export interface App {
  /** The version of sensebench, for signatures and manifests. */
  version: string;
  now(): Date;
  /** Loads what is asked for, once. */
  tools(needs: ToolNeeds): Promise<Tools>;
  /** A built-in benchmark by name, or a user's own by the path of its module. Only a path that the user typed may come here: the module is run. */
  benchmark(spec: string): Promise<Benchmark>;
  /** A model by its name, like `openai:MODEL@baseURL(temperature=0.2)`, or by the path of a user's module. Only a path that the user typed may come here. */
  runner(spec: string, requirements?: RunnerRequirements): Promise<Runner>;
  /** Metrics with their options, optional data and threads. */
  scorer(metrics: readonly string[], options?: ScorerOptions): Scorer;
  /** Ends its threads. */
  close(): Promise<void>;
}

/** How this program is started again, for work in other processes. */
export interface OwnCommand {
  program: string;
  words: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
}

/** What an action is handed. */
export interface ActionContext extends App {
  /** Absent in a program that only uses the library: then all work is done in its process. */
  command?: OwnCommand;
  /** How wide the terminal is that the result is printed on; undefined where it is not a terminal. */
  width?: number;
  /** A bar on a terminal, a plain line every few seconds elsewhere, nothing with --quiet. */
  progress(label: string, total: number): Progress;
  /** One line to standard error, unless --quiet. */
  say(line: string): void;
  /** One line to standard error, always. */
  warn(line: string): void;
  signal: AbortSignal;
}

export interface ActionResult {
  /** Printed by `--json`, written by `--output`. */
  json?: unknown;
  /** Printed for people. Default: the tables and the notes. */
  text?: string;
  /** The tables of the result, which `--format` and the ending of `--output` write in other formats. */
  tables?: readonly Table[];
  /** Lines below the tables, for people. */
  notes?: string;
  /** Instead of both, for results too long for memory: one JSON line each. */
  lines?: AsyncIterable<string> | Iterable<string>;
  exitCode?: number;
  /** What goes on after the result was printed: a server runs until it is stopped. */
  rest?(): Promise<void>;
}

export interface ActionArgument {
  name: string;
  summary: string;
  optional?: boolean;
  variadic?: boolean;
}

export interface Action<Schema extends z.ZodObject = z.ZodObject> {
  summary: string;
  /** Positional arguments; each is a field of `options` under its own name. */
  arguments?: readonly ActionArgument[];
  /** camelCase fields become --kebab-case flags; `.describe()` is their help; arrays may be given several times. */
  options: Schema;
  /** Headings of help with the options under them; all others come first. */
  groups?: Readonly<Record<string, readonly string[]>>;
  /** Paragraphs of help after the options. */
  notes?: readonly string[];
  /** Command lines without the leading `sensebench`; shown by --help. */
  examples: readonly string[];
  /** The same command goes on where it was stopped. */
  resumes?: boolean;
  run(options: z.infer<Schema>, context: ActionContext): Promise<ActionResult>;
}

/** Actions under one word: `sensebench data list|add`. */
export interface ActionGroup {
  summary: string;
  actions: Readonly<Record<string, Action>>;
}

/** Keeps the schema's type while actions of different schemas are in one list. */
export function defineAction<Schema extends z.ZodObject>(action: Action<Schema>): Action {
  return action;
}

/** The contract of a scorer: chosen metrics with their options, data and threads, ready to measure predictions. */
export interface ScorerRequest {
  items: readonly Item[];
  /** One for each item, in their order. */
  predictions: readonly PredictedText[];
  /** Gives metrics of its own, keywords and breakdowns; without it texts are compared with references. */
  benchmark?: Benchmark;
  /** Intervals are made when this is given. */
  intervals?: { resamples?: number; level?: number; seed?: number | string };
  /** Stops the work. */
  signal?: AbortSignal;
}

export interface Scorer {
  measure(request: ScorerRequest): Promise<{ scores: Scores; measured: readonly Measured[] }>;
}

export interface ScorerOptions {
  /** Files that are about to be read: if they are large, threads start at once and not when the items are there. */
  files?: readonly string[];
  /** A user's own metrics, where there is no benchmark that has them. */
  ownMetrics?: Benchmark['ownMetrics'];
  /** ConceptNet's assertions file, for benchmarks that group items by it. */
  conceptnet?: string;
  /** Lemmas, tags and entities of the deep model. */
  deep?: boolean;
  /** Texts are tokens with blanks between them. */
  tokenized?: boolean;
}
