import { describe, expect, it } from 'vitest';
import { cohenKappa, fleissKappa } from './kappa.ts';

describe("Cohen's kappa", () => {
  it('is the agreement above chance', () => {
    // They agree on 3 of 4. By chance: P(a) 2/4 · 1/4 + P(b) 2/4 · 3/4 = 1/2. (3/4 − 1/2) / (1 − 1/2).
    expect(cohenKappa(['a', 'a', 'b', 'b'], ['a', 'b', 'b', 'b'])).toBeCloseTo(1 / 2, 12);
  });
  it('with weights punishes a far label more than a near one', () => {
    // Observed distances 0, 1, 0: 1/3. Mean distance of all nine pairs of 1, 2, 3 with 1, 3, 3: (0+2+2 + 1+1+1 + 2+0+0) / 9 = 1.
    expect(cohenKappa([1, 2, 3], [1, 3, 3], { weights: 'linear' })).toBeCloseTo(2 / 3, 12);
    // Squared: observed 1/3; expected (0+4+4 + 1+1+1 + 4+0+0) / 9 = 15/9.
    expect(cohenKappa([1, 2, 3], [1, 3, 3], { weights: 'quadratic' })).toBeCloseTo(1 - 1 / 3 / (15 / 9), 12);
  });
  it('is null where both always give the same label', () => {
    expect(cohenKappa(['a', 'a'], ['a', 'a'])).toBeNull();
  });
});

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
