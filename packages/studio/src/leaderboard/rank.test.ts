import { createRandom } from 'sensebench/internal/core';
import { describe, expect, it } from 'vitest';
import { rankContenders, ranksOf } from './rank.ts';
import type { Standing } from './score-submission.ts';

function standing(values: readonly number[]): Standing {
  const value = values.reduce((sum, own) => sum + own, 0) / values.length;
  return { value, mean: true, influence: values.map((own) => (own - value) / values.length) };
}

const random = createRandom(7);
const system = (share: number, items = 200) => standing(Array.from({ length: items }, () => (random.next() < share ? 1 : 0)));
const alone = Array.from({ length: 200 }, () => []);

describe('ranks', () => {
  it('are shared by equal scores, and the last is for missing ones', () => {
    expect(ranksOf([0.5, 0.9, 0.5, null, 0.2, null])).toEqual([2, 1, 2, 5, 4, 5]);
    expect(ranksOf([0.1 + 0.2, 0.3])).toEqual([1, 1]);
  });

  it('put a missing score last, whichever way is better', async () => {
    const contenders = [
      { id: 'none', standing: { value: null, mean: false, influence: null } },
      { id: 'low', standing: standing([0, 0, 1, 0]) },
      { id: 'high', standing: standing([1, 1, 1, 0]) },
    ];
    const units = [[], [], [], []];
    const ids = async (direction: 'higher' | 'lower') =>
      (await rankContenders(contenders, { direction, units })).rows.map(({ id, rank }) => [id, rank]);
    expect(await ids('higher')).toEqual([
      ['high', 1],
      ['low', 2],
      ['none', 3],
    ]);
    expect(await ids('lower')).toEqual([
      ['low', 1],
      ['high', 2],
      ['none', 3],
    ]);
    const { rows } = await rankContenders(contenders, { direction: 'higher', units });
    expect(rows[2]).toEqual({ id: 'none', value: null, rank: 3, rankInterval: null, likeBest: null });
  });

  it('say who cannot be told from the best, and which ranks are possible', async () => {
    const contenders = [
      { id: 'best', standing: system(0.9) },
      { id: 'near', standing: system(0.88) },
      { id: 'far', standing: system(0.4) },
    ];
    const { rows, resampling, rankResamples } = await rankContenders(contenders, { direction: 'higher', units: alone });
    const found = new Map(rows.map((row) => [row.id, row]));
    expect(found.get('far')).toMatchObject({ rank: 3, rankInterval: [3, 3], likeBest: false });
    expect(found.get('far')?.fromBest?.pHolm).toBeLessThan(0.01);
    expect(rows.slice(0, 2).every(({ likeBest }) => likeBest === true)).toBe(true);
    expect(rows.slice(0, 2).map(({ rankInterval }) => rankInterval)).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect([resampling.method, rankResamples]).toEqual(['jackknife', 1000]);
  });

  it('count items of one question together', async () => {
    // Ten questions of twenty items: a lead in half of the questions tells little.
    const lead = Array.from({ length: 200 }, (_, i) => (i % 10 < 6 ? 1 : 0));
    const other = Array.from({ length: 200 }, (_, i) => (i % 10 < 5 ? 1 : 0));
    const contenders = [
      { id: 'a', standing: standing(lead) },
      { id: 'b', standing: standing(other) },
    ];
    const apart = await rankContenders(contenders, { direction: 'higher', units: alone });
    const together = await rankContenders(contenders, { direction: 'higher', units: lead.map((_, i) => [`q${i % 10}`]), unit: 'question' });
    expect(apart.rows[1].likeBest).toBe(false);
    expect(together.rows[1].likeBest).toBe(true);
    expect(together.resampling).toMatchObject({ method: 'cluster-robust', unit: 'question', units: 10 });
  });

  it('use the robust error of pseudo-values where the score is not a mean', async () => {
    const pseudo = (share: number): Standing => ({ ...system(share), mean: false });
    const { rows } = await rankContenders(
      [
        { id: 'a', standing: pseudo(0.9) },
        { id: 'b', standing: pseudo(0.5) },
      ],
      { direction: 'higher', units: alone },
    );
    expect(rows[1]).toMatchObject({
      id: 'b',
      likeBest: false,
      fromBest: { p: expect.any(Number), interval: [expect.any(Number), expect.any(Number)] },
    });
  });
});
