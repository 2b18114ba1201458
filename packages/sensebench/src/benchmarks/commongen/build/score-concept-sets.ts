/** The score of a concept-set (Lin et al. 2020, section 3.1): |S(x)| × (words in S(x) ÷ total length of S(x)) × ρ(x). */

import { defineStep, type Shard } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { type CaptionConcepts, conceptFacts, packConcepts } from './extract-concepts.ts';
import { type ConceptSets, mineConceptSets } from './mine-concept-sets.ts';

export interface ScoredSet {
  /** Ascending concept numbers. */
  concepts: number[];
  /** |S(x)|: the number of distinct sentences with all concepts. */
  sentences: number;
  /** The number of distinct words of those sentences over their total length. */
  diversity: number;
  /** The number of all sets over the number of sets with its most frequent concept. */
  rarity: number;
  score: number;
}

export interface SentenceWords {
  /** The words of a sentence as numbers. */
  of(sentence: number): Int32Array;
  /** All word numbers are below it. */
  vocabulary: number;
}

/** `concepts` is the number of concepts. */
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

/** Counts each word once per set, by storing the number of the last set in which it occurred. */
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

/** The words of each caption as numbers: split at spaces, without case or outer punctuation. */
function readWords(captions: readonly string[]): SentenceWords {
  const numbers = new Map<string, number>();
  const read = captions.map((caption) =>
    Int32Array.from(
      caption
        .toLowerCase()
        .split(' ')
        .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
        .filter(Boolean),
      (word) => {
        const number = numbers.get(word) ?? numbers.size;
        numbers.set(word, number);
        return number;
      },
    ),
  );
  return { of: (sentence) => read[sentence], vocabulary: numbers.size };
}

/** Mines and scores in one step, because the sentences of all sets, which the score needs, are much larger than the result. */
export const mineStep = defineStep({
  name: 'mine',
  version: 1,
  options: z.object({ least: z.number() }),
  over: 'all',
  run(shards: readonly Shard<CaptionConcepts>[], { least }): Shard<ScoredSet> {
    const rows = shards.flatMap((shard) => shard.rows);
    const extracted = packConcepts(rows, conceptFacts(shards[0]?.facts));
    const mined = mineConceptSets(extracted, { least });
    return { rows: scoreConceptSets(mined, readWords(extracted.captions), extracted.words.length), dropped: [] };
  },
});
