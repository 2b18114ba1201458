/** Kendall's τ-b (Kendall 1945), which corrects for ties, in n log n by counting inversions (Knight 1966). */

/** null with fewer than two pairs or where one series is constant. */
export function kendallTau(first: readonly number[], second: readonly number[]): number | null {
  if (first.length !== second.length) throw new RangeError(`two series of ${first.length} and ${second.length} values`);
  const n = first.length;
  const order = first.map((_, index) => index).sort((a, b) => first[a] - first[b] || second[a] - second[b]);
  const sortedFirst = order.map((index) => first[index]);
  const sortedSecond = order.map((index) => second[index]);

  const pairs = (n * (n - 1)) / 2;
  const tiedFirst = tiedPairs(n, (i) => sortedFirst[i] === sortedFirst[i - 1]);
  const tiedBoth = tiedPairs(n, (i) => sortedFirst[i] === sortedFirst[i - 1] && sortedSecond[i] === sortedSecond[i - 1]);
  const discordant = sortCountingInversions(sortedSecond);
  const tiedSecond = tiedPairs(n, (i) => sortedSecond[i] === sortedSecond[i - 1]);

  const norm = Math.sqrt(pairs - tiedFirst) * Math.sqrt(pairs - tiedSecond);
  if (!(norm > 0)) return null;
  const tau = (pairs - tiedFirst - tiedSecond + tiedBoth - 2 * discordant) / norm;
  return Math.max(-1, Math.min(1, tau));
}

/** Pairs within the runs of a sorted series, `same(i)` telling whether place i continues the run of i − 1. */
function tiedPairs(n: number, same: (i: number) => boolean): number {
  let pairs = 0;
  for (let i = 1, run = 0; i < n; i++) {
    run = same(i) ? run + 1 : 0;
    pairs += run;
  }
  return pairs;
}

/** Merge sort in place; the number of pairs that stood in the wrong order. */
function sortCountingInversions(values: number[]): number {
  let from = values;
  let to = new Array<number>(values.length);
  let inversions = 0;
  for (let width = 1; width < values.length; width *= 2) {
    for (let start = 0; start < values.length; start += 2 * width) {
      const middle = Math.min(start + width, values.length);
      const end = Math.min(start + 2 * width, values.length);
      let left = start;
      let right = middle;
      for (let out = start; out < end; out++) {
        if (left < middle && (right >= end || from[left] <= from[right])) to[out] = from[left++];
        else {
          inversions += middle - left;
          to[out] = from[right++];
        }
      }
    }
    [from, to] = [to, from];
  }
  if (from !== values) for (let i = 0; i < values.length; i++) values[i] = from[i];
  return inversions;
}
