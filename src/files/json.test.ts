import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonPieces } from './json.ts';

describe('JSON in pieces', () => {
  it('has the bytes of JSON in one piece, also around long lists', () => {
    const row = fc.record({
      id: fc.string(),
      bleu4: fc.option(fc.double({ noNaN: true })),
      words: fc.array(fc.string(), { maxLength: 3 }),
    });
    const long = fc.array(row, { minLength: 0, maxLength: 120, size: 'max' });
    const scores = fc.record({ corpus: fc.dictionary(fc.string(), fc.double()), none: fc.constant(undefined), perItem: long });
    fc.assert(
      fc.property(fc.oneof(scores, fc.record({ systems: fc.dictionary(fc.string(), scores) }), long, fc.jsonValue()), (value) => {
        expect([...jsonPieces(value)].join('')).toBe(`${JSON.stringify(value, null, 2)}\n`);
      }),
      { numRuns: 50 },
    );
    const perItem = Array.from({ length: 101 }, (_, i) => (i === 7 ? undefined : { i, at: new Date(0), list: new Array(101).fill(null) }));
    expect([...jsonPieces({ a: undefined, perItem, z: [] })].join('')).toBe(
      `${JSON.stringify({ a: undefined, perItem, z: [] }, null, 2)}\n`,
    );
  });

  it('holds no piece of all rows', () => {
    const pieces = [...jsonPieces({ perItem: Array.from({ length: 5000 }, (_, id) => ({ id })) })];
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(4000);
  });
});
