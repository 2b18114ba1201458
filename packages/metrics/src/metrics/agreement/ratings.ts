/** A table of ratings as every agreement coefficient reads it: one row per item, one column per rater, null for gaps. */

export type Label = string | number | boolean;
/** A gap is null, undefined, NaN or an empty text. */
export type RatingTable<Value extends Label = Label> = readonly (readonly (Value | null | undefined)[])[];

/** Whether a cell holds a rating; gaps may be null, empty or NaN. */
export function isRating<Value extends Label>(value: Value | null | undefined): value is Value {
  if (value === null || value === undefined || Number.isNaN(value)) return false;
  return typeof value !== 'string' || value.trim() !== '';
}

/** The distinct labels: numbers by value, everything else by code point. */
export function sortLabels<Value extends Label>(labels: Iterable<Value>): Value[] {
  return [...new Set(labels)].sort((a, b) => {
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    const [first, second] = [String(a), String(b)];
    return first < second ? -1 : first > second ? 1 : 0;
  });
}

/** The ratings of each item without gaps, for items with at least two. */
export function pairableRatings(ratings: RatingTable): Label[][] {
  return ratings.map((row) => row.filter(isRating)).filter((row) => row.length >= 2);
}

/** How often each label was given to each item; `labels[j]` names column j. */
export function countLabels(
  ratings: readonly (readonly Label[])[],
  labels: readonly Label[] = sortLabels(ratings.flat()),
): { labels: readonly Label[]; counts: number[][] } {
  const place = new Map(labels.map((label, index) => [label, index]));
  const counts = ratings.map((row) => {
    const count = new Array<number>(labels.length).fill(0);
    for (const value of row) {
      const index = place.get(value);
      if (index === undefined) throw new RangeError(`the rating "${value}" is not among ${labels.join(', ')}`);
      count[index]++;
    }
    return count;
  });
  return { labels, counts };
}
