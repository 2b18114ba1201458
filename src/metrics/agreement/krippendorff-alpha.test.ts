import { describe, expect, it } from 'vitest';
import { krippendorffAlpha } from './krippendorff-alpha.ts';

describe("Krippendorff's alpha", () => {
  it('is 1 minus observed over expected disagreement', () => {
    // Of 6 ratings, 2 (those of the second item) are paired with another label: 2/6. Expected: 2 · 3 · 3 / (6 · 5) = 3/5.
    const ratings = [
      ['a', 'a'],
      ['a', 'b'],
      ['b', 'b'],
    ];
    expect(krippendorffAlpha(ratings, { level: 'nominal' })).toBeCloseTo(1 - 2 / 6 / (3 / 5), 12);
  });
  it('at the interval level squares the difference', () => {
    // Observed: (0 + 4 + 4 + 0) / 4 = 2 for the items [1, 1] and [1, 3]. Expected over the 12 ordered pairs of 1, 1, 1, 3: 6 · 4 / 12 = 2.
    const ratings = [
      [1, 1],
      [1, 3],
    ];
    expect(krippendorffAlpha(ratings, { level: 'interval' })).toBeCloseTo(0, 12);
  });
  it('leaves out an item with a single rating, but not the gaps of others', () => {
    const ratings = [
      ['a', 'a', null],
      ['a', null, 'b'],
      ['b', 'b', 'b'],
    ];
    expect(krippendorffAlpha([...ratings, ['a', null, null]], { level: 'nominal' })).toBe(krippendorffAlpha(ratings, { level: 'nominal' }));
  });
});
