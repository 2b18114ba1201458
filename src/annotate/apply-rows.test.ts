import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyRows } from './apply-rows.ts';

const rows = [
  { a: 1, b: ['x'] },
  { a: 2, b: ['y'] },
  { a: 3, b: ['z'] },
];
const names = ['p', 'q', 'r'];

it('removes, changes and keeps rows, and says which', () => {
  const changes = new Map([
    ['p', null],
    ['q', { a: 2, b: ['new'] }],
    ['s', null],
  ]);
  expect(applyRows(rows, names, changes)).toEqual({
    rows: [
      { a: 2, b: ['new'] },
      { a: 3, b: ['z'] },
    ],
    removed: ['p'],
    changed: [{ id: 'q', fields: ['b'] }],
    kept: 1,
    unknown: ['s'],
  });
  expect(rows[1].b).toEqual(['y']);
});

it('counts every row once, and does nothing the second time', () => {
  const change = fc.option(fc.record({ a: fc.integer({ min: 1, max: 3 }) }));
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), change), (given) => {
      const changes = new Map(Object.entries(given));
      const once = applyRows(rows, names, changes);
      expect(once.removed.length + once.changed.length + once.kept).toBe(rows.length);
      const left = names.filter((name) => !once.removed.includes(name));
      expect(applyRows(once.rows, left, changes)).toMatchObject({ rows: once.rows, removed: [], changed: [] });
    }),
  );
});
