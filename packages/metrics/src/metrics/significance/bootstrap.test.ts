import { describe, expect, it } from 'vitest';
import { createRandom } from '../../core/index.ts';
import { bootstrapIntervals, resamplePlaces } from './bootstrap.ts';
import { pairedBootstrap } from './paired-resampling.ts';

const mean = (values: readonly number[]) => ({ mean: values.reduce((sum, value) => sum + value, 0) / values.length });

describe('resampling', () => {
  it('draws as many items as there are, with replacement', () => {
    const drawn = Array.from(resamplePlaces(3, { resamples: 200, random: createRandom(1) }), (places) => [...places]);
    expect(drawn).toHaveLength(200);
    expect(new Set(drawn.flat())).toEqual(new Set([0, 1, 2]));
    // A resample of three has a repeat in 7 of 9 cases.
    const repeats = drawn.filter((places) => new Set(places).size < 3).length;
    expect(repeats / 200).toBeGreaterThan(0.68);
    expect(repeats / 200).toBeLessThan(0.87);
  });

  it('draws the same items for every metric over the same number of items', () => {
    const pairs = bootstrapIntervals([1, 5, 9], (sample) => ({ ...mean(sample), double: 2 * mean(sample).mean }));
    expect(pairs.double).toEqual({ low: 2 * (pairs.mean?.low ?? 0), high: 2 * (pairs.mean?.high ?? 0) });
  });

  it('gives no interval where most resamples have no score', () => {
    // Defined only if both drawn items are the first: in a quarter of the resamples, and in three quarters if one of them is enough.
    const seldom = bootstrapIntervals([0, 1], (sample) => ({ value: sample.every((each) => each === 0) ? 0 : null }));
    const often = bootstrapIntervals([0, 1], (sample) => ({ value: sample.some((each) => each === 0) ? 0 : null }));
    expect([seldom.value, often.value]).toEqual([null, { low: 0, high: 0 }]);
  });
});

describe('the paired bootstrap', () => {
  it('draws both systems by the same items: a constant difference has an interval of no width', () => {
    expect(pairedBootstrap([1, 5, 9, 13], [0, 4, 8, 12], mean, { resamples: 99 }).mean).toEqual({
      difference: 1,
      p: 1 / 100,
      interval: { low: 1, high: 1 },
    });
  });
});
