/** Copying: how much of a text is in the texts that others wrote for the same item, by n-grams of words. */

const WORDS = 4;

/** Share of the n-grams that another text has too, of the one that has most. null where a text is shorter than an n-gram. */
export function copiedShare(text: string, others: readonly string[], { words = WORDS }: { words?: number } = {}): number | null {
  const own = ngrams(text, words);
  if (own.length === 0) return null;
  return others.reduce((most, other) => {
    const theirs = new Set(ngrams(other, words));
    return Math.max(most, own.filter((gram) => theirs.has(gram)).length / own.length);
  }, 0);
}

function ngrams(text: string, size: number): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
  return words.slice(size - 1).map((_, i) => words.slice(i, i + size).join(' '));
}
