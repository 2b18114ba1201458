/** Krippendorff's alpha (Krippendorff 2011): agreement of any number of raters, with gaps, at three levels of measurement. */
import { countLabels, type Label, type RatingTable } from './ratings.ts';

export type MeasurementLevel = 'nominal' | 'ordinal' | 'interval';

export interface KrippendorffAlphaOptions {
  level?: MeasurementLevel;
}

/** null where nothing can be paired or every pairable value is the same. */
export function krippendorffAlpha(ratings: RatingTable, { level = 'nominal' }: KrippendorffAlphaOptions = {}): number | null {
  const { labels, counts } = countLabels(ratings.filter((row) => row.filter((value) => value !== null).length >= 2));
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
  if (level === 'nominal') return () => 1;
  if (level === 'interval') {
    const values = labels.map(Number);
    const wrong = values.findIndex(Number.isNaN);
    if (wrong >= 0) throw new RangeError(`the rating "${labels[wrong]}" is not a number, which interval alpha needs`);
    return (c, k) => (values[c] - values[k]) ** 2;
  }
  // Ordinal: the number of ratings from one value to the other, each end counting half.
  const before = [0];
  for (const total of totals) before.push(before[before.length - 1] + total);
  const middle = totals.map((total, c) => before[c] + total / 2);
  return (c, k) => (middle[c] - middle[k]) ** 2;
}
