/** The answer in a prediction, read alike by the check of submissions and by their scoring: a label of the item, or a text. */
import { type Benchmark, type Item, joinSentences, labelChoices, type PredictedText } from '../core/index.ts';
import { readLabel } from '../metrics/index.ts';

/** Programs write these where a value is missing. */
export const NO_VALUE = /^(nan|none|null|undefined|<na>)$/i;

/** null where it holds none. */
export function readAnswer(prediction: PredictedText, item: Item, benchmark: Pick<Benchmark, 'choices'>): PredictedText | null {
  const text = joinSentences(prediction);
  const labels = labelsOf(item, benchmark);
  if (labels) return readLabel(text, labels);
  return NO_VALUE.test(text.trim()) ? null : prediction;
}

/** undefined where any text may be an answer. */
export function labelsOf(item: Item, { choices }: Pick<Benchmark, 'choices'>): string[] | undefined {
  return choices && labelChoices(choices(item)).map(({ label }) => label);
}
