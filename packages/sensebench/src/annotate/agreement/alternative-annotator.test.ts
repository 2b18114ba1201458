/** The alternative annotator test against scipy and statsmodels. */
import { readFileSync } from 'node:fs';
import type { Label } from '@sensebench/metrics/internal/metrics';
import { describe, expect, it } from 'vitest';
import { alternativeAnnotatorTest } from './alternative-annotator.ts';

interface Golden {
  tolerance: number;
  tables: {
    people: Record<string, Record<string, Label>>;
    judge: Record<string, Label>;
    epsilon: number;
    expected: { winningRate: number; advantage: number; p: Record<string, number> };
  }[];
}

const golden = JSON.parse(
  readFileSync(new URL('../../../../../test/golden/alternative-annotator.json', import.meta.url), 'utf8'),
) as Golden;

const table = (rows: Record<string, Record<string, Label>>) =>
  new Map(Object.entries(rows).map(([item, labels]) => [item, new Map(Object.entries(labels))]));

describe('the alternative annotator test', () => {
  it.each(golden.tables)('gives the p-values of the definition: table %#', ({ people, judge, epsilon, expected }) => {
    const found = alternativeAnnotatorTest(table(people), new Map(Object.entries(judge)), { epsilon });
    expect(found?.winningRate).toBeCloseTo(expected.winningRate, 12);
    expect(found?.advantage).toBeCloseTo(expected.advantage, 12);
    expect(Object.keys(found?.annotators ?? {})).toEqual(Object.keys(expected.p));
    for (const [name, p] of Object.entries(expected.p))
      expect(Math.abs((found?.annotators[name].p ?? -1) - p)).toBeLessThanOrEqual(golden.tolerance);
  });
  it('lets a judge pass that says what most people say, and not one that says the opposite', () => {
    const rows = Array.from({ length: 40 }, (_, i) => [`i${i}`, { a: 'yes', b: 'yes', c: i % 4 === 0 ? 'no' : 'yes' }] as const);
    const people = table(Object.fromEntries(rows));
    const judge = (label: string) => new Map(rows.map(([item]) => [item, label]));
    expect(alternativeAnnotatorTest(people, judge('yes'))).toMatchObject({ passes: true, winningRate: 1 });
    expect(alternativeAnnotatorTest(people, judge('no'))).toMatchObject({ passes: false, winningRate: 0 });
  });
  it('needs thirty items with two labels', () => {
    expect(alternativeAnnotatorTest(table({ x: { a: 1, b: 1 } }), new Map([['x', 1]]))).toBeNull();
    expect(alternativeAnnotatorTest(table({ x: { a: 1 } }), new Map([['x', 1]]), { leastItems: 1 })).toBeNull();
  });
});
