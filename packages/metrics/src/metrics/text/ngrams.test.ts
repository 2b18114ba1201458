import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGramTable, createNgramIndex, MAX_ORDER, type NgramIndex, ngramIndexOf } from './ngrams.ts';

/** The n-grams of a text with their counts, by order, as texts. */
function listed(index: NgramIndex, tokens: readonly string[]): [string, number][][] {
  const { grams, counts, starts } = index.count(tokens);
  return starts
    .slice(1)
    .map((end, k) => Array.from(grams.subarray(starts[k], end), (gram, i): [string, number] => [index.text(gram), counts[starts[k] + i]]));
}

describe('the index of n-grams', () => {
  it('counts the different n-grams of each order, in the order in which they first occur', () => {
    expect(listed(createNgramIndex(), ['a', 'b', 'a', 'b'])).toEqual([
      [
        ['a', 2],
        ['b', 2],
      ],
      [
        ['a b', 2],
        ['b a', 1],
      ],
      [
        ['a b a', 1],
        ['b a b', 1],
      ],
      [['a b a b', 1]],
    ]);
  });

  it('gives an n-gram one number in all texts, and another n-gram another', () => {
    const index = createNgramIndex();
    const [first, second] = [index.count(['a', 'b']), index.count(['b', 'a', 'b'])];
    const [b, ab] = [index.number(['b']), index.number(['a', 'b'])];
    expect(Array.from(first.grams)).toContain(ab);
    expect(Array.from(second.grams)).toContain(ab);
    expect(second.counts[Array.from(second.grams).indexOf(b)]).toBe(2);
    // a, b, "a b"; then "b a" and "b a b".
    expect(index.size()).toBe(5);
  });

  it('splits a token at blanks inside it, as the original metrics do', () => {
    expect(createNgramIndex().count(['2\u00a01/2', 'x']).length).toBe(3);
  });

  it('hashes an n-gram by its words alone', () => {
    const [one, other] = [createNgramIndex(), createNgramIndex()];
    other.count(['z', 'y', 'x']);
    expect(one.hash(one.number(['a', 'b']))).toBe(other.hash(other.number(['a', 'b'])));
    expect(one.hash(one.number(['a', 'b']))).not.toBe(one.hash(one.number(['b', 'a'])));
  });

  it('is shared by metrics that measure the same inputs', () => {
    expect(ngramIndexOf([])).not.toBe(ngramIndexOf([]));
    const inputs: [] = [];
    expect(ngramIndexOf(inputs)).toBe(ngramIndexOf(inputs));
  });

  it('counts like a plain loop, also after its tables have grown', () => {
    const index = createNgramIndex({ texts: 1 });
    const words = fc.array(fc.integer({ min: 0, max: 400 }).map(String), { minLength: 1, maxLength: 60, size: 'max' });
    fc.assert(
      fc.property(words, (tokens) => {
        for (const [k, found] of listed(index, tokens).entries()) {
          const plain = new Map<string, number>();
          for (let i = 0; i + k < tokens.length; i++) {
            const gram = tokens.slice(i, i + k + 1).join(' ');
            plain.set(gram, (plain.get(gram) ?? 0) + 1);
          }
          expect(found).toEqual([...plain]);
        }
      }),
    );
    expect(index.size()).toBeGreaterThan(1 << 12);
    expect(index.count([]).starts).toEqual(new Array(MAX_ORDER + 1).fill(0));
  });
});

describe('the table of n-grams', () => {
  it('is 0 until set, grows, and is 0 again when cleared', () => {
    const table = createGramTable(2);
    table.set(1, 0.5);
    table.set(100, 7);
    expect([table.get(0), table.get(1), table.get(100), table.get(5000)]).toEqual([0, 0.5, 7, 0]);
    table.clear();
    expect([table.get(1), table.get(100)]).toEqual([0, 0]);
  });
});
