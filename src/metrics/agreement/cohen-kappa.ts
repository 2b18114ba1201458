/** Cohen's kappa (Cohen 1960; weighted, Cohen 1968): agreement of two raters beyond chance. */
import type { Label } from './ratings.ts';
import { sortLabels } from './ratings.ts';

export interface CohenKappaOptions {
  /** How much a disagreement counts: all alike, by the distance of the labels' places, or by its square. */
  weights?: 'none' | 'linear' | 'quadratic';
  /** The order of the labels, when it is not that of the values; a label that nobody gave still takes a place. */
  labels?: readonly Label[];
}

/** null where chance alone explains everything (both raters always say the same one label) or there are no items. */
export function cohenKappa(
  first: readonly Label[],
  second: readonly Label[],
  { weights = 'none', labels }: CohenKappaOptions = {},
): number | null {
  if (first.length !== second.length) throw new RangeError(`two raters of ${first.length} and ${second.length} items`);
  const order = labels ?? sortLabels([...first, ...second]);
  const place = new Map(order.map((label, index) => [label, index]));
  const size = order.length;
  const counts = new Float64Array(size * size);
  const rows = new Float64Array(size);
  const columns = new Float64Array(size);
  for (let i = 0; i < first.length; i++) {
    const row = place.get(first[i]);
    const column = place.get(second[i]);
    if (row === undefined || column === undefined)
      throw new RangeError(`label ${row === undefined ? first[i] : second[i]} is not in the list of labels`);
    counts[row * size + column]++;
    rows[row]++;
    columns[column]++;
  }
  let observed = 0;
  let expected = 0;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const distance = Math.abs(row - column);
      const weight = weights === 'none' ? Number(distance > 0) : weights === 'linear' ? distance : distance * distance;
      observed += weight * counts[row * size + column];
      expected += (weight * rows[row] * columns[column]) / first.length;
    }
  }
  return expected > 0 ? 1 - observed / expected : null;
}
