/** The score of a concept-set (Lin et al. 2020, section 3.1): |S(x)| × (words in S(x) ÷ total length of S(x)) × ρ(x). */
import type { ConceptSets } from './mine-concept-sets.ts';

export interface ScoredSet {
  /** Ascending concept numbers. */
  concepts: number[];
  /** |S(x)|: unique sentences with all of them. */
  sentences: number;
  /** Unique words of those sentences over their total length. */
  diversity: number;
  /** All sets over the sets of its most frequent concept. */
  rarity: number;
  score: number;
}

export interface SentenceWords {
  /** The words of a sentence as numbers. */
  of(sentence: number): Int32Array;
  /** Numbers are below it. */
  vocabulary: number;
}

/** `concepts` is how many there are. */
export function scoreConceptSets(mined: readonly ConceptSets[], words: SentenceWords, concepts: number): ScoredSet[] {
  const setsOf = new Uint32Array(concepts);
  let all = 0;
  for (const { members, counts } of mined) {
    for (const concept of members) setsOf[concept]++;
    all += counts.length;
  }
  const diversityOf = createDiversity(words);
  const scored: ScoredSet[] = [];
  for (const { size, members, counts, sentences } of mined) {
    for (let i = 0, start = 0; i < counts.length; start += counts[i], i++) {
      const own = [...members.subarray(i * size, (i + 1) * size)];
      const diversity = diversityOf(sentences.subarray(start, start + counts[i]));
      const rarity = all / Math.max(...own.map((concept) => setsOf[concept]));
      scored.push({ concepts: own, sentences: counts[i], diversity, rarity, score: counts[i] * diversity * rarity });
    }
  }
  return scored;
}

/** A word counts once for each set: it carries the number of the last set that saw it. */
function createDiversity({ of, vocabulary }: SentenceWords): (sentences: Int32Array) => number {
  const lastSeen = new Int32Array(vocabulary);
  let set = 0;
  return (sentences) => {
    set++;
    let unique = 0;
    let length = 0;
    for (const sentence of sentences) {
      const words = of(sentence);
      length += words.length;
      for (const word of words) {
        if (lastSeen[word] === set) continue;
        lastSeen[word] = set;
        unique++;
      }
    }
    return length > 0 ? unique / length : 0;
  };
}
