/** Threads for the slow metrics, and when they are worth starting. */
import { statSync } from 'node:fs';
import { readSpec, splitSpecs } from '@sensebench/metrics/internal/core';
import { baseOf, type ChosenMetric, DEFAULT_METRICS, METRICS, threadsOf } from '@sensebench/metrics/internal/metrics';
import { type MetricWorkers, startMetricWorkers } from '@sensebench/metrics/internal/metrics/threads';
import { addOptionalData, type Environment } from './optional-data.ts';

/** Files that are smaller together hold too few items for threads. */
const SMALLEST = 16_384;

/** Threads that start when they are first wanted, and then serve everyone. */
export interface MetricThreads {
  /** Threads that load these metrics; null without further cores, and where no metric takes long. */
  start(metrics: readonly string[], environment: Environment): MetricWorkers | null;
  close(): void;
}

export function createMetricThreads({ count }: { count?: number } = {}): MetricThreads {
  let workers: MetricWorkers | null | undefined;
  return {
    start(metrics, environment) {
      const long = longMetrics(metrics);
      if (long.length === 0) return null;
      workers ??= startMetricWorkers(count);
      workers?.prepare(addOptionalData(long, environment));
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
  const metrics = flag < 0 ? DEFAULT_METRICS : words.slice(flag).flatMap((word) => splitSpecs(word.replace(/^--metrics=/, '')));
  const threads = createMetricThreads();
  try {
    threads.start(metrics, environment);
  } catch {
    // What is wrong with an option is said where the command reads it.
  }
  return threads;
}

/** Those that take long, with their options. Words that are not metrics are passed over: they are checked where they are used. */
function longMetrics(specs: readonly string[]): ChosenMetric[] {
  const found = new Map<string, ChosenMetric>();
  for (const spec of specs) {
    const [, word = ''] = /^(\w+)/.exec(spec) ?? [];
    if (!Object.hasOwn(METRICS, word)) continue;
    const metric = baseOf(METRICS[word]);
    const { options } = readSpec(spec);
    if (threadsOf(metric)) found.set(metric.name, { name: metric.name, metric, outputs: metric.outputs, options });
  }
  return [...found.values()];
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
