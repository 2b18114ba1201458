import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compositions } from '../compositions.ts';
import { type ConceptSentences, mineConceptSets } from './mine-concept-sets.ts';

function pack(sentences: readonly (readonly number[])[], vocabulary: number): ConceptSentences {
  const sorted = sentences.map((sentence) => [...new Set(sentence)].sort((a, b) => a - b));
  const starts = [0];
  for (const sentence of sorted) starts.push(starts[starts.length - 1] + sentence.length);
  return { concepts: Int32Array.from(sorted.flat()), starts: Int32Array.from(starts), vocabulary };
}

describe('mining concept-sets', () => {
  it('counts the sentences of each set', () => {
    const [triples, fours] = mineConceptSets(
      pack(
        [
          [0, 1, 2],
          [0, 1, 2, 3],
          [1, 2, 3, 0],
          [4, 1],
        ],
        5,
      ),
    );
    expect([...triples.members]).toEqual([0, 1, 2, 0, 1, 3, 0, 2, 3, 1, 2, 3]);
    expect([...triples.counts]).toEqual([3, 2, 2, 2]);
    expect([...fours.members]).toEqual([0, 1, 2, 3]);
    expect([...fours.counts]).toEqual([2]);
    expect([...triples.sentences]).toEqual([0, 1, 2, 1, 2, 1, 2, 1, 2]);
    expect([...fours.sentences]).toEqual([1, 2]);
  });

  it('finds what a plain count of all combinations finds', () => {
    const sentence = fc.array(fc.integer({ min: 10, max: 21 }), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(sentence, { maxLength: 25 }), fc.integer({ min: 1, max: 4 }), (sentences, least) => {
        for (const { size, members, counts } of mineConceptSets(pack(sentences, 22), { least })) {
          const plain = new Map<string, number>();
          for (const concepts of sentences) {
            const distinct = [...new Set(concepts)].map(String);
            for (const each of compositions(distinct, size)) plain.set(each, (plain.get(each) ?? 0) + 1);
          }
          const expected = [...plain].filter(([, count]) => count >= least).sort(([a], [b]) => (a < b ? -1 : 1));
          const found = [...counts].map((count, i) => [members.slice(i * size, (i + 1) * size).join('#'), count]);
          expect(found).toEqual(expected);
        }
      }),
    );
  });
});
