import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { isGoldTurn } from './take-items.ts';

const turns = (person: string, rate: number, items: number) =>
  Array.from({ length: items }, (_, given) => given).filter((given) => isGoldTurn({ person, given, rate }));

it('comes at the asked rate, evenly over the work', () => {
  for (const rate of [0.05, 0.1, 0.3, 0.5]) {
    const counts = Array.from({ length: 20 }, () => turns(randomUUID(), rate, 1000).length);
    const mean = counts.reduce((sum, n) => sum + n, 0) / counts.length / 1000;
    // Two known items that fall on one place are one: at most a tenth is lost.
    expect(mean).toBeGreaterThan(0.8 * rate);
    expect(mean).toBeLessThanOrEqual(1.02 * rate);
  }
});

it('is the same whenever it is asked, and differs between people', () => {
  expect(turns('a', 0.1, 200)).toEqual(turns('a', 0.1, 200));
  expect(turns('a', 0.1, 200)).not.toEqual(turns('b', 0.1, 200));
});

it('never comes without a rate', () => {
  expect(turns('a', 0, 100)).toEqual([]);
});
