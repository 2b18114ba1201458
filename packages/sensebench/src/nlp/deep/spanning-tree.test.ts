import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestTree } from './spanning-tree.ts';

/** Every assignment of heads that is a tree with one dependent of the root, tried one by one. */
function bruteForce(scores: readonly number[], size: number): number {
  let best = Number.NEGATIVE_INFINITY;
  const heads = new Array<number>(size).fill(0);
  const isTree = () => {
    if (heads.slice(1).filter((head) => head === 0).length !== 1) return false;
    return heads.slice(1).every((_, i) => {
      let node = i + 1;
      for (let step = 0; step < size && node !== 0; step++) node = heads[node];
      return node === 0;
    });
  };
  const place = (d: number) => {
    if (d === size) {
      if (isTree()) best = Math.max(best, total(scores, heads, size));
      return;
    }
    for (let h = 0; h < size; h++) {
      if (h === d) continue;
      heads[d] = h;
      place(d + 1);
    }
  };
  place(1);
  return best;
}

const total = (scores: readonly number[], heads: ArrayLike<number>, size: number) => {
  let sum = 0;
  for (let d = 1; d < size; d++) sum += scores[d * size + heads[d]];
  return sum;
};

describe('bestTree', () => {
  it('finds the best tree with one root among all trees', () => {
    const sized = fc
      .integer({ min: 2, max: 5 })
      .chain((size) =>
        fc.tuple(fc.constant(size), fc.array(fc.integer({ min: -9, max: 9 }), { minLength: size * size, maxLength: size * size })),
      );
    fc.assert(
      fc.property(sized, ([size, scores]) => {
        const heads = bestTree(scores, size);
        expect([...heads].slice(1).filter((head) => head === 0)).toHaveLength(1);
        expect(total(scores, heads, size)).toBeCloseTo(bruteForce(scores, size), 6);
      }),
      { numRuns: 300 },
    );
  });

  it('breaks a cycle of two where that costs least', () => {
    // 1 and 2 want each other; the root is nearer to 2.
    const scores = [0, 0, 0, 1, 0, 9, 3, 9, 0];
    expect([...bestTree(scores, 3)]).toEqual([0, 2, 0]);
  });
});
