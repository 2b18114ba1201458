import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clustersOf, simulateCoverage } from '../../../../../test/simulate-coverage.ts';
import starter from '../../../../../test/starter-units.json' with { type: 'json' };
import { atOnce, createRandom } from '../../core/index.ts';
import { influenceRounds } from './influence.ts';
import { intervalResampling, intervalRounds, resamplingSignature } from './intervals.ts';
import { clusteredEffect, detectable, robustError, testDifference } from './robust-error.ts';
import { shareUnits } from './shared-units.ts';
import { quantileT, twoSidedP } from './student-t.ts';

const mean = (values: readonly number[]) => ({
  mean: values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null,
});
/** Not a mean of its items: a ratio of sums, with a mean beside it. */
const ratio = (pairs: readonly { top: number; bottom: number }[]) => {
  const sum = (key: 'top' | 'bottom') => pairs.reduce((total, each) => total + each[key], 0);
  return { ratio: pairs.length > 0 ? sum('top') / sum('bottom') : null, top: pairs.length > 0 ? sum('top') / pairs.length : null };
};

describe("Student's t", () => {
  it('has the quantiles of the printed tables', () => {
    for (const [df, quantile] of [
      [1, 12.7062],
      [10, 2.22814],
      [36.5, 2.02713],
      [1e6, 1.95997],
    ]) {
      expect(quantileT(0.975, df)).toBeCloseTo(quantile, 4);
      expect(quantileT(0.025, df)).toBeCloseTo(-quantile, 4);
      expect(twoSidedP(quantile, df)).toBeCloseTo(0.05, 5);
    }
    expect(twoSidedP(0, 5)).toBe(1);
  });
});

describe('units that items share', () => {
  it('with several units an item are summed as if every pair of items were looked at', () => {
    const units = fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 3 }), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(units, fc.infiniteStream(fc.double({ min: -1, max: 1, noNaN: true })), (names, stream) => {
        fc.pre(names.some((own) => new Set(own).size > 1));
        const values = names.map(() => stream.next().value as number);
        const share = (i: number, j: number) => i === j || names[i].some((unit) => names[j].includes(unit));
        let [sum, pairs, alone] = [0, 0, 0];
        for (let i = 0; i < names.length; i++) {
          alone += values[i] ** 2;
          for (let j = 0; j < names.length; j++) {
            if (!share(i, j)) continue;
            sum += values[i] * values[j];
            pairs++;
          }
        }
        const n = names.length;
        const unbiased = pairs < n * n ? sum / (1 - pairs / n / n) : 0;
        expect(shareUnits(names).variance(values)).toBeCloseTo(Math.max(unbiased, (n / (n - 1)) * (alone / 2)), 9);
      }),
    );
  });
  it('that are clusters give the CR2 variance of a least-squares mean', () => {
    // Residuals of [1, 2, 6, 7] in clusters of 3 and 1 are -3, -2, 2, 3: (-3)² · 4/1 and 3² · 4/3, over 4².
    const influence = [-3, -2, 2, 3].map((residual) => residual / 4);
    expect(shareUnits([['a'], ['a'], ['a'], ['b']]).variance(influence)).toBeCloseTo((9 * 4 + 9 * (4 / 3)) / 16, 12);
  });
  it('have the degrees of freedom of clusters, or of single items', () => {
    const separate = shareUnits([[], [], [], []]);
    expect(separate).toMatchObject({ structure: 'separate', shared: false, units: 4 });
    expect(separate.df).toBeCloseTo(3, 12);
    const balanced = shareUnits([['a'], ['a'], ['b'], ['b'], ['c'], ['c']]);
    expect(balanced).toMatchObject({ structure: 'clusters', shared: true, units: 3 });
    expect(balanced.df).toBeCloseTo(2, 12);
    // One cluster has half of the items: hardly more than what three clusters would tell.
    expect(shareUnits(clustersOf([100, ...Array(20).fill(5)])).df).toBeCloseTo(3.6, 1);
  });
  it('that cover everything allow no error, interval or test', () => {
    const all = shareUnits([['theme', 'a'], ['theme', 'b'], ['theme']]);
    expect(robustError({ ofItems: Float64Array.of(1, 0, -1) }, all)).toBeNull();
    expect(atOnce(intervalRounds([1, 2, 3], mean, { units: all }))).toEqual({ mean: null });
    expect(intervalResampling(3, { units: all, unit: 'theme' }).method).toBe('none');
  });
  it('are refused where an item names too many', () => {
    expect(() => shareUnits([Array.from({ length: 13 }, (_, i) => `${i}`)])).toThrow('at most 12');
  });
});

describe('influence', () => {
  const random = createRandom('influence');
  const pairs = Array.from({ length: 1500 }, () => ({ top: random.next(), bottom: 1 + random.next() }));
  it('of an item on a mean is its distance from it, and the error is that of the textbook', () => {
    const { mean: found } = atOnce(influenceRounds([1, 2, 6], mean));
    expect(found).toMatchObject({ value: 3, mean: true, range: { low: 0, high: Number.POSITIVE_INFINITY }, without: [] });
    expect([...found!.ofItems]).toEqual([-2 / 3, -1 / 3, 1]);
    // Variance 7, three items.
    const { error, df } = robustError(found!, shareUnits([[], [], []]))!;
    expect(error).toBeCloseTo(Math.sqrt(7 / 3), 12);
    expect(df).toBeCloseTo(2, 12);
  });
  it('leaves items without a score out', () => {
    const share = (values: readonly (number | null)[]) => mean(values.filter((value) => value !== null));
    const { mean: found } = atOnce(influenceRounds([1, null, 0, null, 1, 0], share));
    expect(found).toMatchObject({ value: 0.5, without: [1, 3] });
    expect(robustError(found!, shareUnits([[], [], [], [], [], []]))?.df).toBe(3);
  });
  it('on other scores is found by leaving each item out, and agrees with the delta method', () => {
    const { ratio: found, top } = atOnce(influenceRounds(pairs, ratio));
    expect([found?.mean, top?.mean]).toEqual([false, true]);
    const bottom = pairs.reduce((sum, each) => sum + each.bottom, 0);
    for (const i of [0, 17, 1499]) expect(found?.ofItems[i]).toBeCloseTo((pairs[i].top - found!.value * pairs[i].bottom) / bottom, 6);
  });
  it('is nearly the same in blocks, as with many items', () => {
    const [whole, blocks] = [5000, 100].map((mostWhole) => atOnce(influenceRounds(pairs, ratio, { mostWhole })).ratio!);
    const units = shareUnits(pairs.map((_, i) => [`${i % 100}`]));
    expect(robustError(blocks, units)!.error / robustError(whole, units)!.error).toBeCloseTo(1, 2);
  });
  it('is unknown with one item, or where the score is undefined without one', () => {
    expect(atOnce(influenceRounds([1], mean))).toEqual({ mean: null });
    expect(atOnce(influenceRounds([1, 2], (sample) => ({ both: sample.length === 2 ? 5 : null })))).toEqual({ both: null });
  });
});

describe('the robust error', () => {
  it('counts two copies of an item once', () => {
    const values = [1, 2, 6];
    const once = atOnce(influenceRounds(values, mean)).mean!;
    const twice = atOnce(influenceRounds([...values, ...values], mean)).mean!;
    const error = robustError(twice, shareUnits([...values, ...values].map((value) => [`${value}`])))!;
    expect(error.df).toBeCloseTo(2, 12);
    expect(error.error).toBeCloseTo(robustError(once, shareUnits([[], [], []]))!.error, 12);
  });
  it('stays above zero where the sum over pairs is negative', () => {
    const units = shareUnits([['a', 'b'], ['b', 'c'], ['c', 'd'], ['x'], ['y'], ['z']]);
    const ofItems = Float64Array.of(1, -2, 1, 0, 0, 0);
    expect(robustError({ ofItems }, units)?.error).toBeCloseTo(Math.sqrt((6 * 6) / 5 / 2), 12);
  });
  it('gives p and interval from one statistic', () => {
    expect(testDifference(0, { error: 0, df: 9 })).toEqual({ p: 1, interval: { low: 0, high: 0 } });
    fc.assert(
      fc.property(
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.constantFrom(0, 0.1, 1),
        fc.integer({ min: 1, max: 60 }),
        (difference, error, df) => {
          fc.pre(Math.abs(difference) > 1e-6);
          const { p, interval } = testDifference(difference, { error, df });
          fc.pre(Math.abs(p - 0.05) > 1e-6);
          expect(p < 0.05).toBe(interval.low > 0 || interval.high < 0);
        },
      ),
    );
  });
  it('treats units that all differ alike as coins that fall on one side', () => {
    expect(testDifference(1, { error: 0, df: 9 }).p).toBeCloseTo(2 ** -9, 9);
    // Five clusters cannot show a difference.
    expect(testDifference(1, { error: 0, df: 4 }).interval.low).toBeLessThan(0);
  });
  it('tells the smallest difference that can be shown, larger with more tests', () => {
    // 1.96 + 0.84 errors.
    expect(detectable({ error: 1, df: 1e6 })).toBeCloseTo(2.8016, 3);
    expect(detectable({ error: 1, df: 1e6 }, { tests: 10 })).toBeCloseTo(2.807 + 0.8416, 3);
  });
  it('is named in the signature', () => {
    const units = shareUnits([['a'], ['a'], ['b']]);
    expect(resamplingSignature(intervalResampling(3, { units, unit: 'question', seed: 17 }))).toBe(
      '|ci:cluster-robust|unit:question|units:2|seed:17',
    );
    expect(intervalResampling(30, { seed: 17 })).toEqual({ unit: 'item', units: 30, method: 'jackknife', resamples: 0, seed: 17 });
  });
});

const starterUnits = Array.from({ length: starter.items }, (_, i) => [`${starter.pairs[2 * i]}`, `${starter.pairs[2 * i + 1]}`]);
const questions = Array.from({ length: 120 }, (_, i) => [`q${i % 15}`]);
const conceptSets = Array.from({ length: 200 }, (_, i) => [`c${i < 20 ? i >> 1 : i}`]);
const alone = (items: number) => Array.from({ length: items }, (_, i) => [`${i}`]);

describe.each([
  ["the starter's 2,023 items of 448 statements, nothing shared", starterUnits, 0],
  ["the starter's items, a fifth of the variance from statements", starterUnits, 0.2],
  ['120 items of 15 questions', questions, 0.2],
  ['200 items of 190 concept-sets', conceptSets, 0.2],
  ['8 items', alone(8), 0],
  ['15 items', alone(15), 0],
])('1,000 draws of %s', (_, units, share) => {
  it.each([false, true])('are covered in 91 to 97 of 100 and rejected in 3 to 8 (of two systems: %s)', (difference) => {
    const { coverage, rejected } = simulateCoverage({ units, share, difference });
    expect(coverage).toBeGreaterThanOrEqual(0.91);
    expect(coverage).toBeLessThanOrEqual(0.97);
    expect(rejected).toBeGreaterThanOrEqual(0.03);
    expect(rejected).toBeLessThanOrEqual(0.08);
  });
});

const outcome = (side: number, won: number, cluster: string, stratum = 's') => ({ side, won, cluster, stratum });

describe('the effect of a side', () => {
  it('is how much more often it wins than it loses', () => {
    const rows = [outcome(1, 1, 'a'), outcome(-1, -1, 'b'), outcome(1, 1, 'c'), outcome(-1, 1, 'd')];
    expect(clusteredEffect(rows)?.effect).toBeCloseTo(0.5, 12);
  });

  it('is measured within strata: who is better anyway does not count', () => {
    const strong = [outcome(1, 1, 'a', 'x'), outcome(1, 1, 'b', 'x'), outcome(-1, 1, 'c', 'x')];
    expect(clusteredEffect([...strong, outcome(1, 1, 'd', 'y'), outcome(-1, 1, 'e', 'y')])?.effect).toBeCloseTo(0, 12);
  });

  it('gets no surer from repeating a cluster', () => {
    const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((cluster, i) =>
      outcome(i % 2 === 0 ? 1 : -1, i < 4 ? (i % 2 === 0 ? 1 : -1) : 1, cluster),
    );
    const once = clusteredEffect(rows);
    const thrice = clusteredEffect([...rows, ...rows, ...rows]);
    expect(thrice?.p).toBeCloseTo(once?.p ?? 0, 10);
  });

  it('cannot be told where the side never changes, or from one cluster', () => {
    expect(clusteredEffect([outcome(1, 1, 'a'), outcome(1, -1, 'b')])).toBeNull();
    expect(clusteredEffect([outcome(1, 1, 'a'), outcome(-1, -1, 'a')])).toBeNull();
  });
});
