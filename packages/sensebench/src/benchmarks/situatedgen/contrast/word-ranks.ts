/** How common an English word is: its place in BERT's vocabulary, which is roughly in order of frequency (weights/pairs). */
import { readWeights } from '@sensebench/metrics/internal/nlp/weights';

export interface WordRanks {
  /** From 0 for the commonest word to 1 for one that is not in the vocabulary. */
  rank(word: string): number;
}

export function createWordRanks(words: readonly string[]): WordRanks {
  const places = new Map(words.map((word, place) => [word, place]));
  return {
    rank(word) {
      const lower = word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
      if (!/\p{L}/u.test(lower)) return 0;
      const place = places.get(lower) ?? places.get(lower.replace(/['’]?s$/, ''));
      return place === undefined ? 1 : Math.sqrt(place / words.length) * 0.9;
    },
  };
}

export function loadWordRanks(): WordRanks {
  return createWordRanks(readWeights('pairs/words.txt.gz').toString('utf8').trimEnd().split('\n'));
}
