/** Accuracy: the share of items whose prediction is the right label, for any number of labels. */
import type { Metric } from '../../core/index.ts';
import { meanOf } from '../text/mean-of.ts';

/** 1 where the prediction is one of the references but for case and the spaces around, else 0. An empty prediction is wrong. */
export const accuracy: Metric<0 | 1, undefined> = {
  name: 'accuracy',
  outputs: ['accuracy'],
  summary: 'share of outputs that equal a reference',
  cost: 'fast',
  signature: () => 'accuracy|match:label|case:lower',
  segment: ({ item, candidate }) => (item.references.some((reference) => foldLabel(reference) === foldLabel(candidate)) ? 1 : 0),
  score: (stats) => ({ accuracy: meanOf(stats) }),
};

/** Labels that differ only in case and in the spaces around are one. */
export function foldLabel(text: string): string {
  return text.trim().toLowerCase();
}
