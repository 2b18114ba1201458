import { describe, expect, it } from 'vitest';
import { kendallTau } from './kendall-tau.ts';

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
