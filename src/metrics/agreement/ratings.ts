/** A table of ratings as every agreement coefficient reads it: one row per item, one column per rater, null where a rater left a gap. */

export type Label = string | number | boolean;
export type RatingTable<Value extends Label = Label> = readonly (readonly (Value | null)[])[];

/** The distinct labels: numbers by value, everything else by code point. */
export function sortLabels<Value extends Label>(labels: Iterable<Value>): Value[] {
  return [...new Set(labels)].sort((a, b) => {
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    const [first, second] = [String(a), String(b)];
    return first < second ? -1 : first > second ? 1 : 0;
  });
}

/** How often each label was given to each item; `labels[j]` names column j. */
export function countLabels(ratings: RatingTable): { labels: Label[]; counts: number[][] } {
  const labels = sortLabels(ratings.flatMap((row) => row.filter((value) => value !== null)));
  const place = new Map(labels.map((label, index) => [label, index]));
  const counts = ratings.map((row) => {
    const count = new Array<number>(labels.length).fill(0);
    for (const value of row) {
      const index = value === null ? undefined : place.get(value);
      if (index !== undefined) count[index]++;
    }
    return count;
  });
  return { labels, counts };
}
