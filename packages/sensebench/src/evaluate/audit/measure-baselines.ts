/** Baselines without commonsense: the share of items that each solves, and its headline score. */
import { type Benchmark, InputError, type Item, joinSentences, type Runner, type Scorer } from '@sensebench/metrics/internal/core';

export interface BaselineResult {
  model: string;
  items: number;
  /** The share of items with the right label, or with the full headline score for benchmarks without choices. */
  solved: number | null;
  /** The headline score over all items. */
  output: string | null;
  score: number | null;
  /** The reason why it could not run. */
  reason?: string;
}

export interface MeasureBaselinesOptions {
  benchmark: Benchmark;
  items: readonly Item[];
  models: readonly string[];
  makeRunner(model: string): Promise<Runner>;
  /** Measures the headline metric. */
  scorer: Scorer;
  seed: number;
  signal: AbortSignal;
}

const FULL = 1 - 1e-9;

/** For a baseline that cannot run (no training items, no keywords), reports the reason and continues with the others. */
export async function measureBaselines(options: MeasureBaselinesOptions): Promise<BaselineResult[]> {
  const results: BaselineResult[] = [];
  for (const model of options.models) {
    try {
      results.push(await measureOne(model, options));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      results.push({ model, items: 0, solved: null, output: null, score: null, reason: error.message });
    }
  }
  return results;
}

async function measureOne(model: string, options: MeasureBaselinesOptions): Promise<BaselineResult> {
  const { benchmark, makeRunner, scorer, seed, signal } = options;
  const labelled = options.items.filter(({ references }) => references.length > 0);
  if (labelled.length === 0) throw new InputError('the items have no references');
  const runner = await makeRunner(model);
  if (!runner.withoutPrompt) throw new InputError(`the model "${model}" is not a baseline that answers from the item alone`);
  const items = runner.answers ? await runner.answers(labelled, { benchmark, seed }) : labelled;
  const predictions: string[] = [];
  for (const item of items) {
    signal.throwIfAborted();
    const { text, prediction = text } = await runner.predict({ item, prompt: '', examples: [], seed, signal });
    predictions.push(joinSentences(prediction));
  }
  await runner.close?.();
  const { scores } = await scorer.measure({ items, predictions, benchmark, signal });
  const [output = null] = Object.keys(scores.corpus);
  const right = items.filter((item, i) =>
    benchmark.choices ? predictions[i] === item.references[0] : output !== null && isFull(scores.perItem[i]?.[output]),
  );
  return { model, items: items.length, solved: right.length / items.length, output, score: output === null ? null : scores.corpus[output] };
}

function isFull(score: unknown): boolean {
  return typeof score === 'number' && score >= FULL;
}
