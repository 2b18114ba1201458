import { describe, expect, it } from 'vitest';
import { fleissKappa } from './fleiss-kappa.ts';

describe("Fleiss' kappa", () => {
  it('is the mean agreement of pairs of raters above chance', () => {
    // Pairs agree fully, not, fully: 2/3. Half of the ratings are a: chance 1/4 + 1/4. (2/3 − 1/2) / (1 − 1/2).
    const ratings = [
      ['a', 'a'],
      ['a', 'b'],
      ['b', 'b'],
    ];
    expect(fleissKappa(ratings)).toBeCloseTo(1 / 3, 12);
  });
  it('is null where all ratings are the same', () => {
    expect(fleissKappa([['a', 'a']])).toBeNull();
  });
});
