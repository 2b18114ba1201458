/** The contract of a command or a benchmark's action: options as a zod schema, a result that prints as a table or as JSON. */
import type { z } from 'zod';
import type { Tools } from './tools.ts';

/** Which tools are wanted; the command line loads those and no others. */
export interface ToolNeeds {
  /** `deep`: the better and slower of the two analysers. */
  analyse?: boolean | 'deep';
  embedder?: boolean;
  encoder?: boolean;
  wordnet?: boolean;
  truecaser?: boolean;
}

export interface Progress {
  /** `done` of the total that was announced. */
  update(done: number): void;
  stop(): void;
}

export interface ActionContext {
  /** Loads what is asked for, once. */
  tools(needs: ToolNeeds): Promise<Tools>;
  /** A bar on a terminal, a plain line every few seconds elsewhere, nothing with --quiet. */
  progress(label: string, total: number): Progress;
  /** One line to standard error, unless --quiet. */
  say(line: string): void;
  /** One line to standard error, always. */
  warn(line: string): void;
  signal: AbortSignal;
  now(): Date;
  /** The version of sensebench, for signatures and manifests. */
  version: string;
}

export interface ActionResult {
  /** Printed by `--json`, written by `--output`. */
  json?: unknown;
  /** Printed for people. */
  text?: string;
  /** Instead of both, for results too long for memory: one JSON line each. */
  lines?: AsyncIterable<string> | Iterable<string>;
  exitCode?: number;
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
  /** Command lines without the leading `sensebench`; shown by --help. */
  examples: readonly string[];
  run(options: z.infer<Schema>, context: ActionContext): Promise<ActionResult>;
}

/** Keeps the schema's type while actions of different schemas are in one list. */
export function defineAction<Schema extends z.ZodObject>(action: Action<Schema>): Action {
  return action as unknown as Action;
}
