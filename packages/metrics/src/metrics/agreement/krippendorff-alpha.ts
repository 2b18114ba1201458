/** Krippendorff's alpha (Krippendorff 2011): agreement of any number of raters, with gaps, at four levels of measurement. */
import { countLabels, type Label, pairableRatings, type RatingTable } from './ratings.ts';

const LEVELS = ['nominal', 'ordinal', 'interval', 'ratio'] as const;
export type MeasurementLevel = (typeof LEVELS)[number];

export interface KrippendorffAlphaOptions {
  level?: MeasurementLevel;
  /** Ordinal categories from lowest to highest; default: numeric order. */
  order?: readonly Label[];
}

/** null if nothing can be paired or all pairable values are equal. */
export function krippendorffAlpha(ratings: RatingTable, { level = 'nominal', order }: KrippendorffAlphaOptions = {}): number | null {
  if (!LEVELS.includes(level)) throw new RangeError(`no level of measurement is called "${level}"; there are ${LEVELS.join(', ')}`);
  const pairable = pairableRatings(ratings);
  const given = level === 'ordinal' && order !== undefined;
  // Files may contain "10" beside 2, so labels are compared as numbers.
  const values = level === 'nominal' || given ? pairable : pairable.map((row) => row.map((label) => numberOf(label, level)));
  const { labels, counts } = countLabels(values, given ? order : undefined);
  const size = labels.length;
  const coincidences = new Float64Array(size * size);
  for (const count of counts) {
    const raters = count.reduce((sum, value) => sum + value, 0);
    for (let c = 0; c < size; c++) {
      if (count[c] === 0) continue;
      for (let k = 0; k < size; k++) coincidences[c * size + k] += (count[c] * (count[k] - Number(c === k))) / (raters - 1);
    }
  }
  const totals = labels.map((_, c) => counts.reduce((sum, count) => sum + count[c], 0));
  const all = totals.reduce((sum, total) => sum + total, 0);
  const distance = squaredDistance(level, labels, totals);

  let observed = 0;
  let expected = 0;
  for (let c = 0; c < size; c++) {
    for (let k = 0; k < size; k++) {
      const delta = c === k ? 0 : distance(c, k);
      observed += coincidences[c * size + k] * delta;
      expected += (totals[c] * totals[k] * delta) / (all - 1);
    }
  }
  return expected > 0 ? 1 - observed / expected : null;
}

function squaredDistance(level: MeasurementLevel, labels: readonly Label[], totals: readonly number[]): (c: number, k: number) => number {
  const values = labels.map(Number);
  if (level === 'nominal') return () => 1;
  if (level === 'interval') return (c, k) => (values[c] - values[k]) ** 2;
  // Two values whose sum is 0 have no ratio: the distance is 0, as in the package krippendorff.
  if (level === 'ratio') return (c, k) => (values[c] + values[k] === 0 ? 0 : ((values[c] - values[k]) / (values[c] + values[k])) ** 2);
  // Ordinal: the number of ratings from one value to the other, each end counting half.
  const before = [0];
  for (const total of totals) before.push(before[before.length - 1] + total);
  const middle = totals.map((total, c) => before[c] + total / 2);
  return (c, k) => (middle[c] - middle[k]) ** 2;
}

function numberOf(label: Label, level: MeasurementLevel): number {
  const value = Number(label);
  if (!Number.isFinite(value)) {
    const wish = level === 'ordinal' ? 'give the order of the categories, from low to high' : `${level} alpha needs numbers`;
    throw new RangeError(`the rating "${label}" is not a number; ${wish}`);
  }
  return value;
}
