import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countJson, jsonPieces, parseJson } from './json.ts';

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

it('counts objects, lists and values, and nothing inside texts', () => {
  expect(countJson('[{},{"a":1,"b":[2,3]}]')).toEqual({ objects: 4, values: 7 });
  expect(countJson('["{,[", "\\",{", "\\\\",{}]')).toEqual({ objects: 2, values: 5 });
  expect(countJson('["no end, {')).toEqual({ objects: 1, values: 1 });
});

it('refuses a text that would become gigabytes of objects, and reads a long one of few values', () => {
  expect(() => parseJson(`[${'{},'.repeat(2_000_001)}{}]`, { file: 'x.json' })).toThrow(
    'x.json: has more than 2000000 objects and lists in one JSON text',
  );
  expect(() => parseJson(`[${'1,'.repeat(10_000_001)}1]`, { file: 'x.json' })).toThrow('x.json: has more than 10000000 values');
  expect(parseJson(`["${'{},'.repeat(2_000_001)}"]`, {})).toHaveLength(1);
});
