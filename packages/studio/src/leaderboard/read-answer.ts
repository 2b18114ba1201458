/** Reads the answer in a prediction, a label or a text. Checking and scoring submissions both use this. */
import { type Benchmark, type Item, joinSentences, labelChoices, type PredictedText } from 'sensebench/internal/core';
import { readLabel } from 'sensebench/internal/metrics';

/** What programs write for missing values. */
export const NO_VALUE = /^(nan|none|null|undefined|<na>)$/i;

/** null if there is none. */
export function readAnswer(prediction: PredictedText, item: Item, benchmark: Pick<Benchmark, 'choices'>): PredictedText | null {
  const text = joinSentences(prediction);
  const labels = labelsOf(item, benchmark);
  if (labels) return readLabel(text, labels);
  return NO_VALUE.test(text.trim()) ? null : prediction;
}

/** undefined if any text may be an answer. */
export function labelsOf(item: Item, { choices }: Pick<Benchmark, 'choices'>): string[] | undefined {
  return choices && labelChoices(choices(item)).map(({ label }) => label);
}
