import { describe, expect, it } from 'vitest';
import { type BoostedTrees, boostedContributions, boostedOdds } from './boosted-trees.ts';

/** One tree: is the second feature above 0.5, and if so, is the first above 2? */
const model: BoostedTrees = {
  base: -1,
  trees: [
    {
      feature: [1, -1, 0, -1, -1],
      threshold: [0.5, 0, 2, 0, 0],
      left: [1, 0, 3, 0, 0],
      right: [2, 0, 4, 0, 0],
      value: [0, -0.5, 0.25, 0.1, 2],
    },
  ],
};

describe('boosted trees', () => {
  it('add the leaves to the base, in log odds', () => {
    expect(boostedOdds(model, [0, 0])).toBeCloseTo(-1.5);
    expect(boostedOdds(model, [3, 1])).toBeCloseTo(1);
  });

  it('send a value that is equal to the threshold to the left', () => {
    expect(boostedOdds(model, [9, 0.5])).toBeCloseTo(-1.5);
  });

  it('say what each feature adds: the sum is the distance from the root to the leaf', () => {
    expect([...boostedContributions(model, [3, 1])]).toEqual([1.75, 0.25]);
    expect([...boostedContributions(model, [3, 0])]).toEqual([0, -0.5]);
  });
});
