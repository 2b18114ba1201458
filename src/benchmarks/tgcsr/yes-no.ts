/** TG-CSR's metric (Santos et al. 2022, section 6): F1 of yes, with precision, recall, accuracy and share of yes. */
import { InputError, type Metric } from '../../core/index.ts';
import { type ConfusionCounts, classification } from '../../metrics/answers/index.ts';

export const yesNo: Metric<ConfusionCounts, undefined> = {
  ...classification,
  // Neither better nor worse for being high.
  printed: { yesShare: { share: false } },
  segment(input, context) {
    if (input.item.references.length === 0) {
      throw new InputError(`${input.item.id} has no label`, { expected: 'pairs with labels; those of a starter kit are withheld' });
    }
    return classification.segment(input, context);
  },
};
