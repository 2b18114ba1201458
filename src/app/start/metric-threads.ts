/** Threads for the metrics that take long: when they pay, and how the engine compiles while they run. */
import { statSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { DEFAULT_METRICS, METRICS, type MetricOptions } from '../../metrics/index.ts';
import { type MetricWorkers, startMetricWorkers } from '../../metrics/score/index.ts';
import { type Environment, meteorOptions } from './optional-data.ts';

/** Files that are smaller together hold too few items for threads. */
const SMALLEST = 16_384;

/**
 * With a thread on every core, compiling code for a short run takes time from the run itself.
 * So the engine waits longer before it compiles, for SPICE longest.
 */
const COMPILE_LATER = '--interrupt-budget=150000';
const COMPILE_MUCH_LATER = '--interrupt-budget=600000';

/** Threads that start when they are first wanted, and then serve everyone. */
export interface MetricThreads {
  /** Threads that load these metrics; null without further cores, and where no metric takes long. */
  start(metrics: readonly string[], options: MetricOptions): MetricWorkers | null;
  close(): void;
}

export function createMetricThreads({ count }: { count?: number } = {}): MetricThreads {
  let workers: MetricWorkers | null | undefined;
  return {
    start(metrics, options) {
      const long = longMetrics(metrics);
      if (long.length === 0) return null;
      workers ??= startMetricWorkers(count);
      if (workers) setFlagsFromString(long.includes('spice') ? COMPILE_MUCH_LATER : COMPILE_LATER);
      workers?.prepare(long, options);
      return workers;
    },
    close() {
      workers?.close();
      workers = undefined;
    },
  };
}

/** Threads that start while the program is still being loaded, if these words look like a call of `score` that needs them. A wrong guess only costs time. */
export function startThreadsEarly(words: readonly string[], environment: Environment): MetricThreads | undefined {
  if (words.find((word) => !word.startsWith('-')) !== 'score' || !areLarge(words)) return undefined;
  const flag = words.findIndex((word) => /^--metrics(=|$)/.test(word));
  const metrics = flag < 0 ? DEFAULT_METRICS : words.slice(flag).flatMap((word) => word.split(/[=,]/));
  const threads = createMetricThreads();
  threads.start(metrics, { meteor: meteorOptions(environment) });
  return threads;
}

function longMetrics(metrics: readonly string[]): string[] {
  return Object.keys(METRICS).filter(
    (name) => METRICS[name].elsewhere && metrics.some((asked) => asked === name || METRICS[asked]?.unordered === name),
  );
}

/** Whether files hold enough items for threads. Standard input and words that are not paths count as empty. */
export function areLarge(files: readonly string[]): boolean {
  let sum = 0;
  for (const file of files) {
    try {
      sum += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    } catch {
      // Whoever reads the file says what is wrong with it.
    }
  }
  return sum >= SMALLEST;
}
