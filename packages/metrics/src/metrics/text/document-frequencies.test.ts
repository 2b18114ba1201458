import { describe, expect, it } from 'vitest';
import { countDocuments, freezeFrequencies, frequenciesId, readFrequencies, thawFrequencies } from './document-frequencies.ts';
import { createNgramIndex } from './ngrams.ts';

const items = [[['a', 'bird'], ['a']], [['a', 'c']]];

describe('document frequencies', () => {
  it('count the items whose references have an n-gram, however often', () => {
    const index = createNgramIndex();
    const { documents, frequency } = countDocuments(items, index);
    const of = (...words: string[]) => frequency[index.number(words)] ?? 0;
    expect(documents).toBe(2);
    // "a" is in three references of two items.
    expect([of('a'), of('bird'), of('c'), of('a', 'bird'), of('bird', 'c')]).toEqual([2, 1, 1, 1, 0]);
    expect(Array.from(frequency.keys(), index.text).sort()).toEqual(['a', 'a bird', 'a c', 'bird', 'c']);
  });

  it('are the same after freezing and thawing', () => {
    const frozen = readFrequencies(
      JSON.parse(JSON.stringify(freezeFrequencies([{ references: ['A bird.', 'a'] }, { references: ['a c'] }]))),
    );
    expect(frozen.frequencies).toEqual({ a: 2, 'a bird': 1, 'a c': 1, bird: 1, c: 1 });
    const [fresh, thawed] = [createNgramIndex(), createNgramIndex()];
    expect(frequenciesId(thawFrequencies(frozen, thawed), thawed)).toBe(frequenciesId(countDocuments(items, fresh), fresh));
  });

  it('have an id that ignores the order of items and changes with a count', () => {
    const idOf = (rows: readonly (readonly string[][])[]) => {
      const index = createNgramIndex();
      return frequenciesId(countDocuments(rows, index), index);
    };
    expect(idOf([...items].reverse())).toBe(idOf(items));
    expect(idOf([...items, [['bird']]])).not.toBe(idOf(items));
    expect(idOf(items)).toMatch(/^[0-9a-f]{8}$/);
  });
});
