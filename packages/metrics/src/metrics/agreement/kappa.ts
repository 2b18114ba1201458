/** Agreement of raters beyond chance: Cohen's kappa (1960; weighted, 1968) of two raters, Fleiss' kappa (1971) of any number. */
import { countLabels, type Label, pairableRatings, type RatingTable, sortLabels } from './ratings.ts';

export interface CohenKappaOptions {
  /** The weight of a disagreement: constant, the distance of the labels in their order, or its square. */
  weights?: 'none' | 'linear' | 'quadratic';
  /** The order of the labels, if not that of their values; unused labels also have a position. */
  labels?: readonly Label[];
}

/** null if chance explains everything (both raters always give the same single label) or there are no items. */
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

/**
 * Fleiss' kappa (Fleiss 1971): agreement of any number of raters on nominal labels beyond chance.
 * * Items with fewer than two ratings are left out. If items have unequal numbers of ratings, each item's agreement is over its own pairs and the shares of the labels are over all ratings; with equal numbers that is Fleiss' formula. null where only one label was given.
 */
export function fleissKappa(ratings: RatingTable): number | null {
  const { labels, counts } = countLabels(pairableRatings(ratings));
  const totals = labels.map((_, j) => counts.reduce((sum, count) => sum + count[j], 0));
  const all = totals.reduce((sum, total) => sum + total, 0);
  if (all === 0 || totals.filter((total) => total > 0).length < 2) return null;

  let agreement = 0;
  for (const count of counts) {
    const raters = count.reduce((sum, value) => sum + value, 0);
    agreement += count.reduce((sum, value) => sum + value * (value - 1), 0) / (raters * (raters - 1));
  }
  const observed = agreement / counts.length;
  const chance = totals.reduce((sum, total) => sum + (total / all) ** 2, 0);
  return (observed - chance) / (1 - chance);
}
