import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inBoth, sortTexts } from './sort-texts.ts';

/** Also beyond U+FFFF, where UTF-8 and JavaScript order differently. */
const texts = fc.array(
  fc.oneof(fc.string({ maxLength: 4 }), fc.string({ unit: 'binary', maxLength: 4 }), fc.constantFrom('\uffff', '\ue000', '😀', '😀\ue000')),
  {
    maxLength: 60,
  },
);

/** By the definition. */
function byPoints(a: string, b: string): number {
  const [first, second] = [a, b].map((text) => Array.from(text, (character) => character.codePointAt(0) ?? 0));
  const place = first.findIndex((point, i) => point !== second[i]);
  return place < 0 ? first.length - second.length : place >= second.length ? 1 : first[place] - second[place];
}

describe('sorted texts', () => {
  it('are those of a plain sort, each once, in one run or in many', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 50 }), async (given, characters) => {
        const sorted = await sortTexts(given, { characters });
        const expected = [...new Set(given)].sort(byPoints);
        expect([...sorted]).toEqual(expected);
        expect([...sorted]).toEqual(expected);
        expect(sorted.length).toBe(expected.length);
        sorted.close();
      }),
      { numRuns: 100 },
    );
  });

  it('can be in another order', async () => {
    const compare = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
    expect([...(await sortTexts(['bbb', 'c', 'aa', 'a', 'aa'], { compare, characters: 2 }))]).toEqual(['a', 'c', 'aa', 'bbb']);
  });

  it('are met in both of two lists', () => {
    expect([...inBoth(['a', 'c', 'd', '\uffff', '😀'], ['b', 'c', '\uffff', '😀'])]).toEqual(['c', '\uffff', '😀']);
    expect([...inBoth([], ['b'])]).toEqual([]);
  });
});
