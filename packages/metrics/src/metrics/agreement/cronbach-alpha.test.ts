import { describe, expect, it } from 'vitest';
import { cronbachAlpha } from './cronbach-alpha.ts';

describe("Cronbach's alpha", () => {
  it('compares the variances of the raters with that of their sum', () => {
    // Raters 1, 2, 3 and 1, 3, 2 have variance 1 each; their sums 2, 5, 5 have 3. 2 / (2 − 1) · (1 − (1 + 1) / 3).
    const ratings = [
      [1, 1],
      [2, 3],
      [3, 2],
    ];
    expect(cronbachAlpha(ratings)).toBeCloseTo(2 * (1 - 2 / 3), 12);
  });
});
