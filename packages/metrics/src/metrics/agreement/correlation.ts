/** Correlation: Pearson's r, Spearman's ρ, Kendall's τ-b, and Williams' test of two correlations with the same judgements. */
import { twoSidedP } from '../significance/student-t.ts';

/** null with fewer than two pairs or if one series is constant. */
export function pearson(first: readonly number[], second: readonly number[]): number | null {
  if (first.length !== second.length) throw new RangeError(`two series of ${first.length} and ${second.length} values`);
  const n = first.length;
  if (n < 2 || isConstant(first) || isConstant(second)) return null;
  const meanFirst = first.reduce((sum, value) => sum + value, 0) / n;
  const meanSecond = second.reduce((sum, value) => sum + value, 0) / n;
  let product = 0;
  let squaresFirst = 0;
  let squaresSecond = 0;
  for (let i = 0; i < n; i++) {
    const a = first[i] - meanFirst;
    const b = second[i] - meanSecond;
    product += a * b;
    squaresFirst += a * a;
    squaresSecond += b * b;
  }
  const norm = Math.sqrt(squaresFirst) * Math.sqrt(squaresSecond);
  return norm > 0 ? Math.max(-1, Math.min(1, product / norm)) : null;
}

/** Compares values, because the mean of a constant series may differ by rounding. */
function isConstant(values: readonly number[]): boolean {
  return values.every((value) => value === values[0]);
}

/** Spearman's rank correlation ρ: Pearson's r of the ranks, ties sharing their mean rank. null with fewer than two pairs or where one series is constant. */
export function spearman(first: readonly number[], second: readonly number[]): number | null {
  return pearson(ranks(first), ranks(second));
}

/** Ranks from 1; equal values share the mean of their places. */
export function ranks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => values[a] - values[b]);
  const result = new Array<number>(values.length);
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && values[order[end]] === values[order[start]]) end++;
    for (let i = start; i < end; i++) result[order[i]] = (start + 1 + end) / 2;
    start = end;
  }
  return result;
}

/**
 * Kendall's τ-b (Kendall 1945), which corrects for ties, in n log n by counting inversions (Knight 1966).
 * null with fewer than two pairs or where one series is constant.
 */
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

/** Sorts in place by merging and returns the number of inversions. */
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

/** Williams' test (1959; Steiger 1980): do two metrics of the same outputs correlate differently with the same judgements? */
interface WilliamsTest {
  t: number;
  df: number;
  p: number;
}

interface DependentCorrelations {
  /** Correlations of the first and of the second metric with the judgements. */
  first: number;
  second: number;
  /** Correlation of the metrics with each other. */
  between: number;
  count: number;
}

/** null with fewer than four outputs, or where the two metrics are the same. */
export function williamsTest({ first, second, between, count }: DependentCorrelations): WilliamsTest | null {
  const df = count - 3;
  if (df < 1 || 1 - between < 1e-12) return null;
  const determinant = 1 - first ** 2 - second ** 2 - between ** 2 + 2 * first * second * between;
  const mean = (first + second) / 2;
  const spread = 2 * ((count - 1) / df) * Math.max(0, determinant) + mean ** 2 * (1 - between) ** 2 * (1 - between);
  if (spread <= 0) return null;
  const t = (first - second) * Math.sqrt(((count - 1) * (1 + between)) / spread);
  return { t, df, p: twoSidedP(t, df) };
}
