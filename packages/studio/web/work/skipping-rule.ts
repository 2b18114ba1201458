/** How much may be skipped, in a sentence for annotators. */
import type { Work } from './work-api.ts';

export function skippingRule({ completion: { mustAnswer } }: Pick<Work, 'completion'>): string {
  if (mustAnswer >= 1) return 'Please answer every item: this study does not let you skip any.';
  if (mustAnswer <= 0) return 'You may skip any item that you cannot answer.';
  return `Please answer at least ${Math.round(100 * mustAnswer)}% of the items that you are shown. You may skip the others.`;
}
