import { describe, expect, it } from 'vitest';
import type { Measured, Metric } from '../../core/index.ts';
import { itemUnits } from './item-units.ts';

/** The share of right items, weighted by the context; undefined without items that are 0 or 1. */
const share: Metric<number, number> = {
  name: 'share',
  outputs: ['share'],
  paper: '',
  signature: () => 'share',
  segment: () => 0,
  score: (stats, weight) => {
    const known = stats.filter((value) => value >= 0);
    return { share: known.length > 0 ? (weight * known.reduce((sum, value) => sum + value, 0)) / known.length : null };
  },
};
const measured = (stats: number[], context = 1): Measured => ({ metric: share as Metric, outputs: ['share'], context, stats });

describe('units of items', () => {
  it('hold the statistics of an item in every order and repeat', () => {
    expect(itemUnits([measured([1, 0, 1]), measured([0, 0, 1])], [0, 2]).units).toEqual([
      [1, 0],
      [1, 1],
    ]);
  });

  it('are scored set by set, each with its own context, and averaged', () => {
    // First set: (1 + 0) / 2 = 1/2. Second set, weight 3: 3 · (0 + 1) / 2 = 3/2. Mean: 1.
    const { units, score } = itemUnits([measured([1, 0]), measured([0, 1], 3)], [0, 1]);
    expect(score(units)).toEqual({ share: 1 });
    // The first item twice: 1 and 0, mean 1/2.
    expect(score([units[0], units[0]])).toEqual({ share: 0.5 });
  });

  it('have no score where one set has none', () => {
    const { units, score } = itemUnits([measured([1]), measured([-1])], [0]);
    expect(score(units)).toEqual({ share: null });
  });
});
