import { describe, expect, it } from 'vitest';
import { balancedOrders, orderAt } from './present-comparison.ts';

const countOf = (values: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()];
};

describe.each([1, 2, 3, 4, 5, 6])('orders of %i things', (things) => {
  it('give each thing each place equally often', () => {
    const rows = balancedOrders(things);
    for (const row of rows) expect([...row].sort()).toEqual(Array.from({ length: things }, (_, i) => i));
    const places = countOf(rows.flatMap((row) => row.map((thing, place) => `${thing} at ${place}`)));
    expect(places).toHaveLength(things * things);
    expect(new Set(places).size).toBe(1);
  });

  it('let each thing follow each other one equally often', () => {
    const follows = countOf(balancedOrders(things).flatMap((row) => row.slice(1).map((thing, i) => `${row[i]} ${thing}`)));
    expect(follows).toHaveLength(things * (things - 1));
    expect(new Set(follows).size).toBeLessThan(2);
  });

  it('are balanced over the items of one annotator, and over the annotators of one item', () => {
    const rows = balancedOrders(things).length;
    const ranges = Array.from({ length: rows * 4 }, (_, i) => i);
    const ofAnnotator = ranges.map((item) => orderAt(things, { annotator: 3, item, seed: 17 }).join());
    const ofItem = ranges.map((annotator) => orderAt(things, { annotator, item: 5, seed: 17 }).join());
    for (const orders of [ofAnnotator, ofItem]) expect(countOf(orders)).toEqual(Array(rows).fill(4));
  });
});

it('draws other rows for another seed and does not simply alternate', () => {
  const rows = (seed: number) => Array.from({ length: 40 }, (_, item) => orderAt(2, { annotator: 0, item, seed }).join()).join(' ');
  expect(rows(1)).toBe(rows(1));
  expect(rows(1)).not.toBe(rows(2));
  expect(rows(1)).toContain('0,1 0,1');
});
