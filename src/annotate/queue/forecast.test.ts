import { describe, expect, it } from 'vitest';
import { createRandom } from '../../core/index.ts';
import { agreementPrior, forecastPay, forecastSettling } from './forecast.ts';

describe('answers until items are settled', () => {
  it('are none where one label is ahead, and more for items that are even', () => {
    const { settled, undecided, perItem } = forecastSettling([
      { item: 'clear', votes: [3, 0] },
      { item: 'even', votes: [2, 2] },
      { item: 'near', votes: [2, 1] },
    ]);
    expect([settled, undecided]).toEqual([1, 2]);
    expect(perItem.even).toBeGreaterThan(perItem.near);
    expect(perItem.near).toBeGreaterThanOrEqual(1);
  });

  it('come true on simulated annotators, within a tenth', () => {
    const random = createRandom(6);
    const items = 3000;
    let [spent, votes] = [0, [] as { item: string; votes: number[] }[]];
    const after: { item: string; truth: number; counts: number[] }[] = [];
    for (let i = 0; i < items; i++) {
      const skill = 0.75;
      const counts = [0, 0];
      for (let k = 0; k < 3; k++) counts[random.next() < skill ? 0 : 1]++;
      after.push({ item: `i${i}`, truth: skill, counts });
    }
    votes = after.map(({ item, counts }) => ({ item, votes: [...counts] }));
    const forecast = forecastSettling(votes, { prior: { agree: 75, differ: 25 } });
    for (const { counts, truth } of after) {
      while (Math.abs(counts[0] - counts[1]) < 2) {
        counts[random.next() < truth ? 0 : 1]++;
        spent++;
      }
    }
    expect(Math.abs(forecast.answers - spent) / spent).toBeLessThan(0.1);
  });

  it('take their prior from how far people agree in the study', () => {
    const agreeing = agreementPrior(Array.from({ length: 50 }, (_, i) => ({ item: `${i}`, votes: [3, 0] })));
    const split = agreementPrior(Array.from({ length: 50 }, (_, i) => ({ item: `${i}`, votes: [2, 2] })));
    expect(agreeing.agree).toBeGreaterThan(split.agree);
    expect(agreementPrior([])).toEqual({ agree: 3, differ: 1 });
  });
});

describe('pay', () => {
  it('is by time, with what is left at the median', () => {
    const answers = [10, 20, 30].map((seconds) => ({ annotator: 'a', ms: seconds * 1000 })).concat([{ annotator: 'b', ms: 20_000 }]);
    const { medianSeconds, pay, left, spent } = forecastPay(answers, { remaining: 180, hourly: 12 });
    expect(medianSeconds).toBe(20);
    expect(left).toBeCloseTo(12, 10);
    expect(pay.a).toEqual({ hours: 60 / 3600, amount: 0.2 });
    expect(spent).toBeCloseTo((80 / 3600) * 12, 10);
  });

  it('does not pay for a tab left open, and counts answers without a time as usual ones', () => {
    const answers = [...Array(9)].map(() => ({ annotator: 'a', ms: 10_000 }));
    const { pay } = forecastPay([...answers, { annotator: 'b', ms: 3_600_000 }, { annotator: 'c' }], { remaining: 0, hourly: 36 });
    expect(pay.b.amount).toBeCloseTo(1, 10);
    expect(pay.c.amount).toBeCloseTo(0.1, 10);
    expect(forecastPay([{ annotator: 'a' }], { remaining: 5, hourly: 10 })).toMatchObject({ medianSeconds: null, left: null, spent: 0 });
  });
});
