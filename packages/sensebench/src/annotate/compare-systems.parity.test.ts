/** People's ranks of six systems (CommonGen, Table 4): hit rates near the paper's, and a bias from the order of showing. */

import type { Decision } from '@sensebench/metrics/internal/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sharedPath } from '../../../../test/shared.ts';
import { readRows } from '../files/index.ts';
import { compareFigures } from './compare-figures.ts';
import type { CompareValue, Places } from './compare-places.ts';

const file = sharedPath('data/commongen/ratings.jsonl');

const rowSchema = z.object({ item: z.string(), system: z.string(), places: z.array(z.number()), shown: z.number() });
type Row = z.infer<typeof rowSchema>;

/** Table 4 of Lin et al. 2020: hit@1, hit@3 and hit@5 in percent. */
const PAPER: Readonly<Record<string, readonly [number, number, number]>> = {
  ConstLeven: [3.2, 18.2, 51.4],
  'GPT-2': [21.5, 63.0, 95.5],
  'BERT-Gen': [22.3, 59.5, 95.3],
  UniLM: [21.0, 69.0, 96.8],
  BART: [26.3, 69.0, 96.3],
  T5: [26.8, 70.3, 97.8],
};

describe.skipIf(!file)('the ratings behind Table 4', () => {
  let decisions: Decision<CompareValue>[];
  beforeAll(async () => {
    const groups = new Map<string, Row[]>();
    for (const row of await readRows(file ?? '', rowSchema)) groups.set(row.item, [...(groups.get(row.item) ?? []), row]);
    decisions = [...groups].flatMap(([item, rows]) => {
      const shown = rows.toSorted((a, b) => a.shown - b.shown).map(({ system }) => system);
      return rows[0].places.map((_, person) => ({
        task: 'commongen/compare',
        item,
        annotator: `person ${person + 1}`,
        value: { places: Object.fromEntries(rows.map(({ system, places }) => [system, places[person]])), shown },
      }));
    });
  });

  it('are 89 items by four people', () => {
    expect(compareFigures(decisions)).toMatchObject({ items: 89, annotators: 4 });
  });

  it('give Table 4 within 2 points on average; ConstLeven is up to 11 off', () => {
    const { top } = compareFigures(decisions);
    const off = Object.entries(PAPER).flatMap(([system, paper]) =>
      ['top@1', 'top@3', 'top@5'].map((k, i) => ({ system, points: Math.abs(100 * top[system][k] - paper[i]) })),
    );
    expect((off.reduce((sum, { points }) => sum + points, 0) / off.length).toFixed(1)).toBe('2.0');
    expect(Math.max(...off.map(({ points }) => points))).toBeLessThan(11);
    expect(Math.max(...off.filter(({ system }) => system !== 'ConstLeven').map(({ points }) => points))).toBeLessThan(4);
  });

  it('prefer the output shown later in 82–88% of the comparisons of the five pretrained systems', () => {
    const without = ({ ConstLeven: _left, ...rest }: Places): Places => rest;
    const pretrained = decisions.map((decision) => ({
      ...decision,
      value: { places: without(decision.value.places), shown: decision.value.shown?.filter((system) => system !== 'ConstLeven') },
    }));
    const people = ['person 1', 'person 2', 'person 3', 'person 4'];
    const shares = people.map(
      (person) => compareFigures(pretrained.filter(({ annotator }) => annotator === person)).position.laterBetter ?? 0,
    );
    expect(shares.map((share) => share.toFixed(2)).sort()).toEqual(['0.82', '0.83', '0.86', '0.88']);
  });

  it('are pulled by the order of showing: the test warns, of all systems and of each person', () => {
    const { pull, p, warning } = compareFigures(decisions).position;
    expect(p).toBeLessThan(1e-6);
    expect(pull).toBeGreaterThan(0.5);
    expect(warning).toContain('the output shown later wins');
    for (const person of ['person 1', 'person 2', 'person 3', 'person 4'])
      expect(compareFigures(decisions.filter(({ annotator }) => annotator === person)).position.p).toBeLessThan(1e-6);
  });

  it('have strengths in the order of hit@1, with intervals', () => {
    const { strengths, top } = compareFigures(decisions);
    const order = Object.keys(strengths ?? {}).sort((a, b) => (strengths?.[b].strength ?? 0) - (strengths?.[a].strength ?? 0));
    expect(order.at(-1)).toBe('ConstLeven');
    expect(top[order[0]]['top@1']).toBeGreaterThan(top.ConstLeven['top@1']);
    for (const { strength, interval } of Object.values(strengths ?? {})) {
      expect(interval?.[0]).toBeLessThan(strength);
      expect(interval?.[1]).toBeGreaterThan(strength);
    }
  });
});
