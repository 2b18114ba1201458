/** What a file of src/cli/commands offers: one action, several under names, or one per benchmark. */
import type { Action, Benchmark } from '../core/index.ts';

export interface CommandModule {
  /** `sensebench tour` */
  action?: Action;
  /** `sensebench nlp tokens`, `sensebench data add` */
  actions?: Readonly<Record<string, Action>>;
  /** `sensebench build situatedgen`: the benchmark's own action, or undefined where it has none. */
  forBenchmark?(benchmark: Benchmark): Action | undefined;
}

export interface CommandEntry {
  summary: string;
  load(): Promise<CommandModule>;
}
