/** The contract of a benchmark: everything that is particular to one, so that a fourth needs no change outside its own folder. */
import type { z } from 'zod';
import type { Action } from './action.ts';
import type { Item } from './item.ts';
import type { Metric } from './metric.ts';
import type { RenderedPrompt } from './runner.ts';

export interface PromptTemplate<I extends Item = Item> {
  summary: string;
  /** The paper's own, or ours. */
  source: string;
  kind: 'seq2seq' | 'completion' | 'chat';
  /** How many examples it is drawn with unless the user says otherwise. */
  shots: number;
  stop?: readonly string[];
  render(input: {
    item: I;
    examples: readonly I[] /** Nearest training texts, with `--retrieve`. */;
    retrieved?: readonly string[];
  }): RenderedPrompt;
}

/** A row of a paper's table, to stand beside ours. Fractions 0–1, as everywhere. */
export interface PublishedRow {
  system: string;
  /** Paper and table, with its version where versions differ. */
  source: string;
  split: string;
  scores: Record<string, number>;
  note?: string;
}

export interface AnnotationTask {
  name: string;
  summary: string;
  guidelines: string;
  /** What one decision's value must be. */
  value: z.ZodType;
}

export interface Benchmark<I extends Item = Item> {
  name: string;
  title: string;
  item: z.ZodType<I>;
  /** Reads a file of the published format, or a dataset folder's split. */
  read(path: string, options: { split?: string }): AsyncIterable<I>;
  /** The first is the default. */
  prompts: Record<string, PromptTemplate<I>>;
  /** What of a model's raw output is the prediction; probabilities of its tokens where the runner gives them. */
  parse(output: string, item: I, answer?: { logprobs?: readonly { token: string; logprob: number }[] }): string;
  /** Names in the metric registry; the first is the headline. */
  metrics: readonly string[];
  /** Metrics of its own, beside the registry's. */
  ownMetrics?: readonly Metric[];
  /** How an item falls into groups: context, size, category. null leaves it out. */
  breakdowns: Record<string, (item: I) => string | null>;
  published: readonly PublishedRow[];
  /** Beam width and lengths that the paper decodes with. */
  decoding?: { beams: number; maxInputTokens: number; maxOutputTokens: number };
  /** The order in which concepts or keywords are shown, for `--permute`. */
  permute?(item: I, order: readonly number[]): I;
  permutable?(item: I): number;
  /** What lexically constrained decoding must contain. */
  constraints?(item: I): string[];
  /** People as a system: items with what a person answered to each. Each reference against the others, or a file of decisions, unless said otherwise. */
  humanAnswers?(items: readonly I[], options: { path?: string }): Promise<{ item: I; answer: string }[]>;
  ceiling?: Action;
  stats?: Action;
  agreement?: Action;
  build?: Action;
  /** Why a row of a built dataset is in or out; its arguments are `dataset` and `statement`. */
  explain?: Action;
  tasks?: readonly AnnotationTask[];
}

export function defineBenchmark<I extends Item>(benchmark: Benchmark<I>): Benchmark<I> {
  return benchmark;
}
