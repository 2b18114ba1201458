/** Spearman's rank correlation ρ: Pearson's r of the ranks, ties sharing their mean rank. */
import { pearson } from './pearson.ts';

/** null with fewer than two pairs or where one series is constant. */
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
