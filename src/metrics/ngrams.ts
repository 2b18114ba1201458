/** N-grams as numbers: every different n-gram gets one, so that counting compares numbers and not texts. */

export interface NgramIndex {
  /** The numbers of all n-grams of the words, by order from 1 to `order`. A gram's number tells nothing of its order. */
  grams(words: readonly string[], order: number): number[][];
  /** How many different n-grams there are so far; numbers run from 0. */
  size(): number;
  /** The n-gram of a number, its words joined by spaces. */
  text(gram: number): string;
}

/** Room for the words in the key of a pair (n-gram, next word). */
const WORD_LIMIT = 0x4000000;

export function createNgramIndex(): NgramIndex {
  const words = new Map<string, number>();
  const spelling: string[] = [];
  const longer = new Map<number, number>();
  /** By gram: the gram without its last word (-1 for a single word), and that word. */
  const heads: number[] = [];
  const lasts: number[] = [];

  function wordNumber(word: string): number {
    const known = words.get(word);
    if (known !== undefined) return known;
    words.set(word, spelling.length);
    return spelling.push(word) - 1;
  }

  function gramNumber(head: number, last: number): number {
    const key = (head + 1) * WORD_LIMIT + last;
    const known = longer.get(key);
    if (known !== undefined) return known;
    longer.set(key, heads.length);
    lasts.push(last);
    return heads.push(head) - 1;
  }

  return {
    size: () => heads.length,
    grams(texts, order) {
      const numbers = texts.map(wordNumber);
      const byOrder = [numbers.map((word) => gramNumber(-1, word))];
      while (byOrder.length < order) {
        const shorter = byOrder[byOrder.length - 1];
        const grams: number[] = [];
        for (let i = 0; i + byOrder.length < numbers.length; i++) grams.push(gramNumber(shorter[i], numbers[i + byOrder.length]));
        byOrder.push(grams);
      }
      return byOrder;
    },
    text(gram) {
      const parts: string[] = [];
      for (let rest = gram; rest >= 0; rest = heads[rest]) parts.push(spelling[lasts[rest]]);
      return parts.reverse().join(' ');
    },
  };
}

export function countGrams(grams: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const gram of grams) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  return counts;
}

/** The original metrics split tokens at every blank once more: "2\u00A01/2" is one token for ROUGE-L, two words for BLEU and CIDEr. */
export function splitWords(tokens: readonly string[]): readonly string[] {
  return tokens.some((token) => /\s/.test(token)) ? tokens.flatMap((token) => token.split(/\s+/).filter((word) => word !== '')) : tokens;
}
