/** Intervals and paired tests: deterministic, honest under the null hypothesis, and quick. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../core/index.ts';
import { bootstrapInterval, bootstrapIntervals, metricIntervals, percentileInterval } from './bootstrap.ts';
import { holm } from './paired-comparison.ts';
import { pairedBootstrap, pairedPermutation } from './paired-resampling.ts';

const average = (values: readonly number[]) => (values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null);
const mean = (values: readonly number[]) => ({ mean: average(values) });
const noise = (seed: string, length: number) => {
  const random = createRandom(seed);
  return Array.from({ length }, () => random.next());
};

describe('bootstrap intervals', () => {
  it('interpolate percentiles as numpy', () => {
    expect(percentileInterval([4, 1, 3, 2], 0.5)).toEqual({ low: 1.75, high: 3.25 });
  });
  it('are the same for the same seed and others for another', () => {
    const values = noise('a', 100);
    expect(bootstrapInterval(values, average, { seed: 5 })).toEqual(bootstrapInterval(values, average, { seed: 5 }));
    expect(bootstrapInterval(values, average, { seed: 5 })).not.toEqual(bootstrapInterval(values, average, { seed: 6 }));
  });
  it('cover the true mean about as often as they say', () => {
    let covered = 0;
    for (let trial = 0; trial < 200; trial++) {
      const interval = bootstrapInterval(noise(`cover${trial}`, 60), average, { resamples: 200, level: 0.9, seed: trial });
      if (interval && interval.low <= 0.5 && interval.high >= 0.5) covered++;
    }
    expect(covered / 200).toBeGreaterThan(0.82);
    expect(covered / 200).toBeLessThan(0.96);
  });
  it('hold the score of a mean and stay within the values', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 1, maxLength: 30 }), (values) => {
        const interval = bootstrapInterval(values, average, { resamples: 60, level: 1 });
        expect(interval?.low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9);
        expect(interval?.high).toBeLessThanOrEqual(Math.max(...values) + 1e-9);
      }),
      { numRuns: 50 },
    );
  });
  it('are null where the score is undefined', () => {
    expect(bootstrapIntervals([1, 2], () => ({ never: null }))).toEqual({ never: null });
    expect(bootstrapIntervals<number>([], mean)).toEqual({ mean: null });
  });
  it('hand a metric its context', () => {
    const metric = { score: (stats: readonly number[], context: number) => ({ scaled: (average(stats) ?? 0) * context }) };
    expect(metricIntervals(metric, [1, 1], 3)).toEqual({ scaled: { low: 3, high: 3 } });
  });
  it('take 1,000 resamples of 1,000 items quickly', () => {
    const values = noise('speed', 1000);
    const began = process.cpuUsage();
    bootstrapIntervals(values, mean);
    // The bound is loose, so that a busy machine passes; a plain mean took 0.07 to 0.11 s on one.
    expect(process.cpuUsage(began).user).toBeLessThan(1_500_000);
  });
});

describe.each([
  ['paired bootstrap', pairedBootstrap],
  ['paired permutation', pairedPermutation],
] as const)('%s', (_, test) => {
  it('gives identical systems p = 1', () => {
    const values = noise('same', 50);
    expect(test(values, values, mean, { resamples: 200 }).mean).toMatchObject({ difference: 0, p: 1 });
  });
  it('finds a large steady difference', () => {
    const values = noise('steady', 80);
    const result = test(
      values.map((value) => value + 0.5),
      values.map((value, i) => value + (i % 3) / 10),
      mean,
      { resamples: 400 },
    ).mean;
    expect(result?.difference).toBeCloseTo(0.4, 1);
    expect(result?.p).toBeLessThan(0.01);
  });
  it('does not depend on which system comes first', () => {
    const [a, b] = [noise('x', 40), noise('y', 40)];
    expect(test(a, b, mean, { resamples: 300 }).mean?.p).toBeCloseTo(test(b, a, mean, { resamples: 300 }).mean?.p ?? -1, 12);
  });
  it('is roughly uniform where nothing differs', () => {
    const p = Array.from(
      { length: 300 },
      (_, trial) => test(noise(`u${trial}`, 40), noise(`v${trial}`, 40), mean, { resamples: 99, seed: trial }).mean?.p ?? -1,
    );
    for (const level of [0.1, 0.25, 0.5, 0.75]) {
      expect(Math.abs(p.filter((value) => value <= level).length / p.length - level)).toBeLessThan(0.09);
    }
  });
  it('refuses systems of different length and is null where a score is undefined', () => {
    expect(() => test([1], [1, 2], mean)).toThrow(RangeError);
    expect(test([1], [2], () => ({ never: null })).never).toBeNull();
  });
});

describe('paired permutation of few items', () => {
  it('is exact: of the 8 exchanges of three equal differences, two are as large', () => {
    expect(pairedPermutation([1, 1, 1], [0, 0, 0], mean).mean?.p).toBe(2 / 8);
  });
});

describe('Holm', () => {
  it('multiplies the smallest by the number of tests and never lets a later one be smaller', () => {
    expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
  });
  it('stops at 1 and leaves undefined ones out', () => {
    expect(holm([0.6, null, 0.7])).toEqual([1, null, 1]);
    expect(holm([])).toEqual([]);
  });
});
