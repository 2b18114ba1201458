/** Cronbach's alpha (Cronbach 1951): how far the columns of a table (raters, or questions of a test) measure one thing. */
import { isRating, type RatingTable } from './ratings.ts';

/** Items with gaps are left out. null with fewer than two columns or items, or if the sums do not vary. */
export function cronbachAlpha(ratings: RatingTable<number>): number | null {
  const complete = ratings.filter((row): row is readonly number[] => row.every(isRating));
  const columns = complete[0]?.length ?? 0;
  if (columns < 2 || complete.length < 2) return null;
  const total = variance(complete.map((row) => row.reduce((sum, value) => sum + value, 0)));
  if (total === 0) return null;
  let parts = 0;
  for (let j = 0; j < columns; j++) parts += variance(complete.map((row) => row[j]));
  return (columns / (columns - 1)) * (1 - parts / total);
}

/** Variance of a sample: divided by n − 1. A constant column is exactly 0, whatever the rounding of its mean. */
function variance(values: readonly number[]): number {
  if (values.every((value) => value === values[0])) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}
