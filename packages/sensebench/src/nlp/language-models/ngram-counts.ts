/** N-gram counts for modified Kneser–Ney (Chen and Goodman 1998): plain for the longest, numbers of left neighbours for others. */

export const BEGIN = '<s>';
export const END = '</s>';
export const UNKNOWN = '<unk>';

/** The n-grams of one length, each a word after a shorter n-gram. */
export interface NgramLevel {
  /** Number, among the n-grams one shorter, of the n-gram without its last word; 0 on the first level. */
  prefix: number[];
  word: number[];
  /** Number, among the n-grams one shorter, of the n-gram without its first word. */
  suffix: number[];
  /** Adjusted as Kneser–Ney wants it. */
  count: number[];
  /** How often it occurs in the text. */
  total: number[];
}

export interface NgramCounts {
  vocabulary: string[];
  levels: NgramLevel[];
}

/** Counts sentences of tokens, each between one `<s>` and one `</s>`. These two and `<unk>` are left out where the text itself holds them (lmplz: --skip_symbols). */
export function countNgrams(sentences: Iterable<readonly string[]>, { order }: { order: number }): NgramCounts {
  const vocabulary = [UNKNOWN, BEGIN, END];
  const symbols = new Set(vocabulary);
  const ids = new Map<string, number>();
  const levels: NgramLevel[] = Array.from({ length: order }, () => ({ prefix: [], word: [], suffix: [], count: [], total: [] }));
  const index = Array.from({ length: order }, () => new Map<string | number, number>());
  const idOf = (word: string) => {
    let id = ids.get(word);
    if (id === undefined) {
      id = vocabulary.length;
      ids.set(word, id);
      vocabulary.push(word);
    }
    return id;
  };
  /** Numbers below 2^53: a prefix and a word make one key. */
  const keyOf = (prefix: number, word: number) => prefix * 0x1000000 + word;

  for (const sentence of sentences) {
    const tokens = [1, ...sentence.filter((word) => !symbols.has(word)).map(idOf), 2];
    // From right to left, so that the n-gram without its first word is known already.
    let right: number[] = [];
    for (let start = tokens.length - 1; start >= 0; start--) {
      const nodes: number[] = [];
      let prefix = 0;
      for (let length = 1; length <= Math.min(order, tokens.length - start); length++) {
        const level = levels[length - 1];
        const word = tokens[start + length - 1];
        const suffix = length > 1 ? right[length - 2] : 0;
        let node = index[length - 1].get(keyOf(prefix, word));
        const fresh = node === undefined;
        if (node === undefined) {
          node = level.word.length;
          index[length - 1].set(keyOf(prefix, word), node);
          level.prefix.push(prefix);
          level.word.push(word);
          level.suffix.push(suffix);
          level.count.push(0);
          level.total.push(0);
        }
        level.total[node]++;
        // Nothing comes before <s>: its n-grams are counted plainly.
        if (length === order || start === 0) level.count[node]++;
        if (fresh && length > 1) {
          const shorter = levels[length - 2];
          shorter.count[suffix]++;
        }
        nodes.push(node);
        prefix = node;
      }
      right = nodes;
    }
  }
  return { vocabulary, levels };
}

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
