/** The score of a concept-set (paper 003, section 3.1): |S(x)| × (words in S(x) ÷ total length of S(x)) × ρ(x). */
import type { ConceptSentences, ConceptSets } from './mine-concept-sets.ts';

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

/** The sentences of any set, by intersecting the sentences of its concepts, the rarest first. */
export function createSentenceIndex({ concepts, starts, vocabulary }: ConceptSentences): (set: readonly number[]) => number[] {
  const counts = new Int32Array(vocabulary + 1);
  for (const concept of concepts) counts[concept + 1]++;
  for (let i = 0; i < vocabulary; i++) counts[i + 1] += counts[i];
  const next = counts.slice();
  const sentences = new Int32Array(concepts.length);
  for (let s = 0; s + 1 < starts.length; s++) for (let i = starts[s]; i < starts[s + 1]; i++) sentences[next[concepts[i]]++] = s;
  const of = (concept: number) => sentences.subarray(counts[concept], counts[concept + 1]);
  return (set) => {
    const [first, ...rest] = set.map(of).sort((a, b) => a.length - b.length);
    let found = [...first];
    for (const list of rest) found = found.filter((sentence) => includes(list, sentence));
    return found;
  };
}

/** `words` gives the words of a sentence as numbers. */
export function scoreConceptSets(
  mined: readonly ConceptSets[],
  sentences: ConceptSentences,
  words: (sentence: number) => Int32Array,
): ScoredSet[] {
  const sentencesOf = createSentenceIndex(sentences);
  const setsOf = new Uint32Array(sentences.vocabulary);
  let all = 0;
  for (const { members, counts } of mined) {
    for (const concept of members) setsOf[concept]++;
    all += counts.length;
  }
  const scored: ScoredSet[] = [];
  for (const { size, members, counts } of mined) {
    for (let i = 0; i < counts.length; i++) {
      const concepts = [...members.subarray(i * size, (i + 1) * size)];
      const diversity = sceneDiversity(sentencesOf(concepts).map(words));
      const rarity = all / Math.max(...concepts.map((concept) => setsOf[concept]));
      scored.push({ concepts, sentences: counts[i], diversity, rarity, score: counts[i] * diversity * rarity });
    }
  }
  return scored;
}

function sceneDiversity(sentences: readonly Int32Array[]): number {
  const unique = new Set<number>();
  let length = 0;
  for (const words of sentences) {
    for (const word of words) unique.add(word);
    length += words.length;
  }
  return length > 0 ? unique.size / length : 0;
}

function includes(ascending: Int32Array, value: number): boolean {
  let low = 0;
  let high = ascending.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] === value) return true;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
