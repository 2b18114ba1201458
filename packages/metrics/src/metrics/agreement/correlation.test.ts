import { describe, expect, it } from 'vitest';
import { kendallTau, pearson, spearman, williamsTest } from './correlation.ts';

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

describe("Kendall's tau-b", () => {
  it('is pairs in the same order minus pairs in the other, over all', () => {
    expect(kendallTau([1, 2, 3], [1, 3, 2])).toBeCloseTo((2 - 1) / 3, 12);
  });
  it('divides by the pairs without a tie on each side', () => {
    // Of three pairs one is tied on the left, the other two agree.
    expect(kendallTau([1, 1, 2], [1, 2, 3])).toBeCloseTo(2 / Math.sqrt(2 * 3), 12);
  });
  it('is null where one side is constant', () => {
    expect(kendallTau([1, 1], [1, 2])).toBeNull();
  });
});

describe("Williams' test", () => {
  it('gives the figures of the example of r.test in the R package psych', () => {
    const found = williamsTest({ first: 0.4, second: 0.5, between: 0.1, count: 103 });
    expect(found?.df).toBe(100);
    expect(found?.t.toFixed(2)).toBe('-0.89');
    expect(found?.p.toFixed(2)).toBe('0.37');
  });

  it('turns its sign with the order, and keeps its p', () => {
    const one = williamsTest({ first: 0.6, second: 0.4, between: 0.5, count: 40 });
    const other = williamsTest({ first: 0.4, second: 0.6, between: 0.5, count: 40 });
    expect(one?.t).toBeCloseTo(-(other?.t ?? 0), 12);
    expect(one?.p).toBeCloseTo(other?.p ?? 0, 12);
  });

  it('finds more with more outputs and with metrics that are alike', () => {
    const p = (between: number, count: number) => williamsTest({ first: 0.6, second: 0.5, between, count })?.p ?? 1;
    expect(p(0.5, 400)).toBeLessThan(p(0.5, 40));
    expect(p(0.9, 100)).toBeLessThan(p(0.1, 100));
  });

  it('says nothing of three outputs or of one metric twice', () => {
    expect(williamsTest({ first: 0.9, second: 0.1, between: 0, count: 3 })).toBeNull();
    expect(williamsTest({ first: 0.9, second: 0.9, between: 1, count: 50 })).toBeNull();
  });
});
