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
