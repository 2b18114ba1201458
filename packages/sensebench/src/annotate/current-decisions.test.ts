import type { PlacedDecision } from '@sensebench/metrics/internal/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyRows, currentDecisions } from './current-decisions.ts';

const decision = (value: string | null, at?: string, annotator = 'A', item = 'x'): PlacedDecision<string | null> => ({
  task: 't',
  item,
  annotator,
  value,
  ...(at ? { at } : {}),
  place: {},
});
const values = (...given: PlacedDecision<string | null>[]) => currentDecisions(given).current.map(({ value }) => value);

describe('the decision that counts', () => {
  it('is the last by time, whatever the order of the lines', () => {
    expect(values(decision('late', '2026-01-02T00:00:00Z'), decision('early', '2026-01-01T00:00:00Z'))).toEqual(['late']);
    // 23:00 two hours west of Greenwich is the later one.
    expect(values(decision('west', '2026-01-01T23:00:00-02:00'), decision('here', '2026-01-02T00:30:00Z'))).toEqual(['west']);
  });

  it('is the later line where times are equal or absent', () => {
    expect(values(decision('one'), decision('two'))).toEqual(['two']);
    expect(values(decision('one', '2026-01-01T00:00:00Z'), decision('two', '2026-01-01T00:00:00Z'))).toEqual(['two']);
  });

  it('comes after all that have no time', () => {
    expect(values(decision('timed', '2026-01-01T00:00:00Z'), decision('untimed'))).toEqual(['timed']);
  });

  it('may take back what was there, until there is another', () => {
    expect(currentDecisions([decision('one'), decision(null)])).toEqual({ current: [], replaced: 1 });
    expect(values(decision('one'), decision(null), decision('again'))).toEqual(['again']);
  });

  it('is one for each annotator and item, in the order of their first lines', () => {
    const given = [
      decision('1', undefined, 'A', 'x'),
      decision('2', undefined, 'B', 'x'),
      decision('3', undefined, 'A', 'y'),
      decision('4'),
    ];
    expect(currentDecisions(given)).toMatchObject({
      current: [
        { annotator: 'A', item: 'x', value: '4' },
        { annotator: 'B', item: 'x', value: '2' },
        { annotator: 'A', item: 'y', value: '3' },
      ],
      replaced: 1,
    });
  });

  it('does not depend on the order of lines whose times differ', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 1e12 }), { minLength: 1, maxLength: 8 }), (times) => {
        const lines = times.map((time) => decision(String(time), new Date(time).toISOString()));
        expect(values(...lines)).toEqual([String(Math.max(...times))]);
      }),
    );
  });
});

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
