/** Discounts of modified Kneser–Ney (Chen and Goodman, 1998, equation 26), estimated and replaced as KenLM's lmplz does. */
import type { NgramLevel } from './ngram-counts.ts';

/** Subtracted from a count of 1, of 2, and of 3 or more. */
export type Discounts = readonly [number, number, number];

/** Where the text is too small for an estimate (lmplz: --discount_fallback). */
const FALLBACK: Discounts = [0.5, 1, 1.5];

const { fround } = Math;

export const discountOf = (discounts: Discounts, count: number): number => discounts[Math.min(count, 3) - 1];

/** The discounts of each level, shortest n-grams first. */
export function estimateDiscounts(levels: readonly NgramLevel[]): Discounts[] {
  const last = lastNgrams(levels);
  return levels.map((level, depth) => {
    const seen = [0, 0, 0, 0, 0];
    for (const [node, adjusted] of level.count.entries()) {
      if (depth === 0 && level.word[node] === 1) continue;
      // lmplz enters its last n-gram of each shorter length with the plain count.
      const count = node === last[depth] ? level.total[node] : adjusted;
      if (count <= 4) seen[count]++;
    }
    return estimate(seen);
  });
}

/** In 32-bit floats, step by step: a discount that is zero but for rounding decides whether lmplz falls back. */
function estimate(seen: readonly number[]): Discounts {
  const [, one, two, three] = seen;
  if (one === 0 || two === 0 || three === 0) return FALLBACK;
  const y = fround(one / (one + 2 * two));
  const of = (count: number) => fround(count - fround(fround(fround((count + 1) * y) * seen[count + 1]) / seen[count]));
  const discounts = [of(1), of(2), of(3)] as const;
  return discounts.some((discount) => discount < 0) ? FALLBACK : discounts;
}

/** The last n-gram of each length but the longest when they are sorted by their last word, the one before it, and so on; words count by first appearance. */
function lastNgrams(levels: readonly NgramLevel[]): number[] {
  const last: number[] = [];
  let first = levels[0].word;
  for (const [depth, level] of levels.slice(0, -1).entries()) {
    if (depth > 0) first = level.prefix.map((prefix) => first[prefix]);
    let best = -1;
    for (let node = 0; node < level.word.length; node++) {
      const follows = depth === 0 || level.suffix[node] === last[depth - 1];
      if (follows && (best < 0 || first[node] > first[best])) best = node;
    }
    if (best < 0) break;
    last.push(best);
  }
  return last;
}
