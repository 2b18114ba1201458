/** Intervals of scores hold the truth as often as they promise, also where scores are near the end of their scale, skewed or clustered. */
import { describe, expect, it } from 'vitest';
import { binary, clustersOf, LOGNORMAL, nearCeiling, simulateCoverage } from '../../../../../test/simulate-coverage.ts';
import { atOnce } from '../../core/index.ts';
import { intervalRounds } from './intervals.ts';
import { shareUnits } from './shared-units.ts';

const mean = (values: readonly number[]) => ({ mean: values.reduce((sum, value) => sum + value, 0) / values.length });
const interval = (values: readonly number[], units?: readonly (readonly string[])[]) =>
  atOnce(intervalRounds(values, mean, { units: units && shareUnits(units) })).mean;
const rights = (right: number, items: number) => Array.from({ length: items }, (_, i) => (i < right ? 1 : 0));

describe('an interval of items that are right or wrong', () => {
  it.each([
    // statsmodels.stats.proportion.proportion_confint(right, items, method='wilson') 0.15.0
    [20, 20, 0.8388748419471804, 1],
    [0, 50, 0, 0.07134759913335874],
    [48, 50, 0.8653990931249297, 0.9889611156723802],
  ])('is that of Wilson: %i of %i', (right, items, low, high) => {
    const found = interval(rights(right, items));
    expect(found?.low).toBeCloseTo(low, 8);
    expect(found?.high).toBeCloseTo(high, 8);
  });
  it('counts clusters that are all right as so many items', () => {
    const clusters = clustersOf([5, 5, 5, 5]);
    expect(interval(rights(20, 20), clusters)?.low).toBeLessThan(interval(rights(20, 20))?.low ?? 0);
    expect(interval(rights(20, 20), clusters)?.high).toBe(1);
  });
});

describe('an interval of other scores', () => {
  it('reaches further to the side of the long tail, and never less far than Student says', () => {
    const values = [1, 1, 1, 2, 2, 2, 3, 3, 4, 12];
    const [found, average] = [interval(values), 3.1];
    expect((found?.high ?? 0) - average).toBeGreaterThan(1.5 * (average - (found?.low ?? 0)));
    expect(average - (found?.low ?? 0)).toBeCloseTo(2.262157 * Math.sqrt(10.766667 / 10), 4);
  });
  it('is that of Student where scores are symmetric', () => {
    const found = interval([-3, -1, 0, 1, 3]);
    expect(found?.low).toBeCloseTo(-2.7764 * 1, 3);
    expect(found?.high).toBeCloseTo(2.7764 * 1, 3);
  });
  it('cannot be given where nothing varies', () => {
    expect(interval([7, 7, 7])).toBeNull();
  });
});

const separate = (items: number) => Array.from({ length: items }, () => []);

// Percent of 2,000 draws; the standard error is half a percent. The soak test makes 6,000 for docs/metrics/intervals.md.
describe.each([
  ['20 items', separate(20), binary(0.97), 92, 98.5],
  ['50 items', separate(50), binary(0.97), 92, 98],
  ['50 items', separate(50), binary(0.02), 91, 98],
  ['20 items', separate(20), LOGNORMAL, 89, 98],
  ['100 items', separate(100), LOGNORMAL, 92.5, 98],
  ['100 items', separate(100), nearCeiling(0.9), 92, 98],
  ['15 clusters of 8', clustersOf(Array(15).fill(8)), binary(0.97), 92, 99],
])('an interval of %s', (_, units, population, least, most) => {
  it(`holds the truth of ${population.name} in ${least} to ${most} of 100 draws`, () => {
    const { coverage } = simulateCoverage({ units, population, draws: 2000 });
    expect(100 * coverage).toBeGreaterThanOrEqual(least);
    expect(100 * coverage).toBeLessThanOrEqual(most);
  });
});

describe.each([
  ['100 + 20 of 5', [100, ...Array(20).fill(5)]],
  ['60 + 60 of 1', [60, ...Array(60).fill(1)]],
  ['20 of 10', Array(20).fill(10)],
])('clusters of %s', (_, sizes) => {
  it('are covered in 93 to 97 of 100 draws and rejected in 3 to 7', () => {
    const { coverage, rejected } = simulateCoverage({ units: clustersOf(sizes), share: 0.2, draws: 2000 });
    expect(100 * coverage).toBeGreaterThanOrEqual(93);
    expect(100 * coverage).toBeLessThanOrEqual(97);
    expect(100 * rejected).toBeGreaterThanOrEqual(3);
    expect(100 * rejected).toBeLessThanOrEqual(7);
  });
});
