/** Accuracy: the share of items whose prediction is the right label, for any number of labels. */
import type { Metric } from '../../core/index.ts';
import { meanOf } from '../text/mean-of.ts';

/** 1 where the prediction is one of the references but for case and the spaces around, else 0. An empty prediction is wrong. */
export const accuracy: Metric<0 | 1, undefined> = {
  name: 'accuracy',
  outputs: ['accuracy'],
  paper: 'right answers / items',
  signature: () => 'accuracy|match:label|case:lower',
  segment: ({ item, candidate }) => (item.references.some((reference) => toLabel(reference) === toLabel(candidate)) ? 1 : 0),
  score: (stats) => ({ accuracy: meanOf(stats) }),
};

function toLabel(text: string): string {
  return text.trim().toLowerCase();
}
