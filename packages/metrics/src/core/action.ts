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
  /** `done` counts towards the announced total. `secondsLeft`, where it is known, is the time until all work ends, of which this is a part. */
  update(done: number, secondsLeft?: number): void;
  stop(): void;
}

/** What a model needs besides its own options, which are part of its name. */
export interface RunnerRequirements {
  benchmark?: Benchmark;
  /** Training items, from which baselines learn. */
  pool?: readonly Item[];
  /** All items of the dataset in order, to match a file of predictions without ids. */
  items?: readonly Item[];
  /** No request will be sent, so a missing API key is not an error. */
  dry?: boolean;
  /** Defaults for options that the name of the model leaves open; options that the model does not have are ignored. */
  usual?: Readonly<Record<string, unknown>>;
}

/** Composes the rooms, for the command line, the server and workers alike. */
export interface App {
  /** The version of sensebench, for signatures and manifests. */
  version: string;
  now(): Date;
  /** Loads the requested tools, each once. */
  tools(needs: ToolNeeds): Promise<Tools>;
  /** A built-in benchmark by name, or a user's own by the path of its module. Pass only paths that the user typed, because the module is executed. */
  benchmark(spec: string): Promise<Benchmark>;
  /** A model by its name, like `openai:MODEL@baseURL(temperature=0.2)`, or by the path of a user's module. Pass only paths that the user typed. */
  runner(spec: string, requirements?: RunnerRequirements): Promise<Runner>;
  /** Metrics with their options, optional data and threads. */
  scorer(metrics: readonly string[], options?: ScorerOptions): Scorer;
  /** Ends its threads. */
  close(): Promise<void>;
}

/** The command line that starts this program again, for work in other processes. */
export interface OwnCommand {
  program: string;
  words: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
}

/** The app and the terminal, as an action sees them. */
export interface ActionContext extends App {
  /** Absent in programs that use the library; all work is then done in this process. */
  command?: OwnCommand;
  /** The width of the terminal that the result is printed on; undefined if it is not a terminal. */
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
  /** Replaces both for results too long for memory: JSON Lines. */
  lines?: AsyncIterable<string> | Iterable<string>;
  exitCode?: number;
  /** Work that continues after the result is printed, such as a server that runs until it is stopped. */
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
  /** camelCase fields become --kebab-case flags with `.describe()` as help; flags of arrays may be repeated. */
  options: Schema;
  /** Options by their heading in the help; all other options come first. */
  groups?: Readonly<Record<string, readonly string[]>>;
  /** Paragraphs of help after the options. */
  notes?: readonly string[];
  /** Command lines without the leading `sensebench`; shown by --help. */
  examples: readonly string[];
  /** Running the same command again continues where it stopped. */
  resumes?: boolean;
  run(options: z.infer<Schema>, context: ActionContext): Promise<ActionResult>;
}

/** Actions under one word: `sensebench data list|add`. */
export interface ActionGroup {
  summary: string;
  actions: Readonly<Record<string, Action>>;
}

/** Keeps the type of the schema, so that one list can hold actions with different schemas. */
export function defineAction<Schema extends z.ZodObject>(action: Action<Schema>): Action {
  return action;
}

/** The contract of a scorer: chosen metrics with their options, data and threads, ready to measure predictions. */
export interface ScorerRequest {
  items: readonly Item[];
  /** One for each item, in their order. */
  predictions: readonly PredictedText[];
  /** Supplies its own metrics, keywords and breakdowns; without it, texts are compared with their references. */
  benchmark?: Benchmark;
  /** Requests intervals. */
  intervals?: { resamples?: number; level?: number; seed?: number | string };
  /** Stops the work. */
  signal?: AbortSignal;
}

export interface Scorer {
  measure(request: ScorerRequest): Promise<{ scores: Scores; measured: readonly Measured[] }>;
}

export interface ScorerOptions {
  /** Files that will be read; if they are large, threads start now instead of when the items are loaded. */
  files?: readonly string[];
  /** A user's own metrics, when no benchmark brings them. */
  ownMetrics?: Benchmark['ownMetrics'];
  /** ConceptNet's assertions file, for benchmarks that group items by it. */
  conceptnet?: string;
  /** Lemmas, tags and entities of the deep model. */
  deep?: boolean;
  /** Texts are tokens separated by spaces. */
  tokenized?: boolean;
}
