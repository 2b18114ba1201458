import { describe, expect, it } from 'vitest';
import { pearson } from './pearson.ts';
import { spearman } from './spearman.ts';

describe("Pearson's r", () => {
  it('is the covariance over the product of the deviations', () => {
    // Deviations −1, 0, 1 and −1, 1, 0: products 1 + 0 + 0, norms √2 and √2.
    expect(pearson([1, 2, 3], [1, 3, 2])).toBeCloseTo(1 / 2, 12);
  });
  it('is null where one side is constant', () => {
    expect(pearson([1, 2], [5, 5])).toBeNull();
  });
});

describe("Spearman's rho", () => {
  it('is r of the ranks, so that only the order matters', () => {
    expect(spearman([10, 20, 1000], [1, 3, 2])).toBeCloseTo(1 / 2, 12);
    expect(pearson([10, 20, 1000], [1, 3, 2])).not.toBeCloseTo(1 / 2, 3);
  });
});
