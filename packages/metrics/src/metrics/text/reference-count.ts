/** How many references the items have, for signatures: `4`, or `1-7` where it varies. */
import type { MetricInput } from '../../core/index.ts';

export function referenceCount(inputs: readonly MetricInput[]): string {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const { item } of inputs) {
    least = Math.min(least, item.references.length);
    most = Math.max(most, item.references.length);
  }
  if (inputs.length === 0) return '0';
  return least === most ? `${most}` : `${least}-${most}`;
}
