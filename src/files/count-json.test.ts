import { expect, it } from 'vitest';
import { countJson } from './count-json.ts';
import { parseJson } from './json.ts';

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
