/** Fleiss' kappa (Fleiss 1971): agreement of any number of raters on nominal labels beyond chance. */
import { countLabels, pairableRatings, type RatingTable } from './ratings.ts';

/**
 * Items with fewer than two ratings say nothing of agreement and are left out. Where items have unequal numbers of ratings, each item's agreement is
 * over its own pairs and the shares of the labels are over all ratings; with equal numbers that is Fleiss' formula. null where only one label was given.
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
