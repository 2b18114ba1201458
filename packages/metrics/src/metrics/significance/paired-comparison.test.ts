/** p and interval of a difference come from one procedure: the interval excludes 0 exactly where p is below 5%. */
import { describe, expect, it } from 'vitest';
import { atOnce, createRandom } from '../../core/index.ts';
import { influenceRounds } from './influence.ts';
import { comparePair, PAIRED_TESTS, pairedResampling } from './paired-comparison.ts';
import { shareUnits } from './shared-units.ts';

const mean = (values: readonly number[]) => ({
  mean: values.length > 0 ? values.reduce((sum, own) => sum + own, 0) / values.length : null,
});

async function compare(
  first: readonly number[],
  second: readonly number[],
  { units = first.map(() => [] as string[]), ...options } = {} as Options,
) {
  const shared = shareUnits(units);
  const [a, b] = [first, second].map((stats) => ({
    outputs: ['mean'],
    stats,
    score: mean,
    influence: atOnce(influenceRounds(stats, mean)),
  }));
  return (await comparePair(a, b, { units: shared, resampling: pairedResampling(shared, { ...options, tests: 1 }) })).mean;
}

interface Options {
  units?: string[][];
  test?: (typeof PAIRED_TESTS)[number];
  resamples?: number;
}

const random = createRandom('pairs');
const numbers = (items: number, shift: number) => Array.from({ length: items }, () => random.next() + shift);
const answers = (items: number, p: number) => Array.from({ length: items }, () => (random.next() < p ? 1 : 0));

describe.each(PAIRED_TESTS)('the test %s', (test) => {
  it.each([5, 8, 30, 100])('excludes 0 exactly where it rejects (%i items)', async (items) => {
    const seen = { rejected: 0, kept: 0 };
    for (let draw = 0; draw < 60; draw++) {
      const shift = (draw % 10) / (items > 20 ? 60 : 12);
      const [a, b] = draw % 2 === 0 ? [numbers(items, shift), numbers(items, 0)] : [answers(items, 0.4 + shift), answers(items, 0.4)];
      const { p, interval } = await compare(a, b, { test, resamples: 199 });
      const rejected = (p ?? 1) < 0.05;
      seen[rejected ? 'rejected' : 'kept']++;
      expect(interval !== null && (interval[0] > 0 || interval[1] < 0)).toBe(rejected);
    }
    expect(seen.kept).toBeGreaterThan(0);
    // All exchanges of five items: p is never below 2 / 32.
    if (test === 'permutation' && items === 5) expect(seen.rejected).toBe(0);
    else if (items > 5) expect(seen.rejected).toBeGreaterThan(0);
  });
});

describe('items that are right or wrong', () => {
  it('have an interval even where both systems answer alike', async () => {
    const same = answers(20, 0.7);
    const { p, interval } = await compare(same, same);
    expect(p).toBe(1);
    expect(interval?.[0]).toBeCloseTo(-0.1259, 3);
    expect(interval?.[1]).toBeCloseTo(0.1259, 3);
  });
  it('are rejected in at most 5 of 100 draws of equal systems, and covered in at least 95', async () => {
    let [rejected, covered] = [0, 0];
    for (let draw = 0; draw < 1000; draw++) {
      const { p, interval } = await compare(answers(30, 0.8), answers(30, 0.8));
      if ((p ?? 1) < 0.05) rejected++;
      if (interval && interval[0] <= 0 && interval[1] >= 0) covered++;
    }
    expect(rejected / 1000).toBeLessThanOrEqual(0.065);
    expect(covered / 1000).toBeGreaterThanOrEqual(0.935);
  });
});

it('five clusters can show a difference unless all of them differ by the same amount', async () => {
  const units = Array.from({ length: 20 }, (_, i) => [`${i % 5}`]);
  const steady = await compare(Array(20).fill(3), Array(20).fill(1), { units });
  expect(steady.p).toBeGreaterThan(0.05);
  expect(steady.interval?.[0]).toBeLessThan(0);
  const varied = await compare(
    units.map((_, i) => 3 + (i % 5) / 10),
    Array(20).fill(1),
    { units },
  );
  expect(varied.p).toBeLessThan(0.001);
  expect(varied.interval?.[0]).toBeGreaterThan(0);
});
