import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inBoth, sortTexts } from './sort-texts.ts';
import { createTextNumbers } from './text-numbers.ts';

/** Also beyond U+FFFF, where UTF-8 and JavaScript order differently, and halves of such characters. */
const texts = fc.array(
  fc.oneof(fc.string({ maxLength: 4 }), fc.string({ unit: 'binary', maxLength: 4 }), fc.constantFrom('\uffff', '😀', '\ud800')),
  {
    maxLength: 60,
  },
);

describe('sorted texts', () => {
  it('are those of a plain sort, each once, in one run or in many', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 50 }), async (given, characters) => {
        const sorted = await sortTexts(given, { characters });
        const expected = [...new Set(given)].sort();
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
    expect([...inBoth(['a', 'c', 'd', '\uffff'], ['b', 'c', '\uffff'])]).toEqual(['c', '\uffff']);
    expect([...inBoth([], ['b'])]).toEqual([]);
  });
});

it('numbers texts in the order in which they come, each once', () => {
  fc.assert(
    fc.property(texts, (given) => {
      const numbers = createTextNumbers();
      const expected = [...new Set(given)];
      for (const text of given) expect(numbers.add(text)).toBe(expected.indexOf(text));
      expect(numbers.size).toBe(expected.length);
      for (const text of expected) expect(numbers.find(text)).toBe(expected.indexOf(text));
      expect(numbers.find('not there')).toBe(-1);
    }),
  );
  const many = createTextNumbers();
  for (let i = 0; i < 5000; i++) expect(many.isNew(`text ${i}`)).toBe(true);
  for (let i = 0; i < 5000; i += 7) expect(many.add(`text ${i}`)).toBe(i);
  expect(many.has('text 4999')).toBe(true);
});
