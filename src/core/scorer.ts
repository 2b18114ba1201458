/** The contract of a scorer: chosen metrics with their options, data and threads, ready to measure predictions. */
import type { Benchmark } from './benchmark.ts';
import type { Item } from './item.ts';
import type { Measured } from './metric.ts';
import type { PredictedText } from './prediction.ts';
import type { Scores } from './scores.ts';

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
