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
  it('at the ratio level divides the difference by the sum', () => {
    // The items [1, 1] and [1, 3]: a difference of 2 over a sum of 4, squared 1/4. Observed 2 · 1/4 / 4, expected 6 · 1/4 / 12.
    const ratings = [
      [1, 1],
      [1, 3],
    ];
    expect(krippendorffAlpha(ratings, { level: 'ratio' })).toBeCloseTo(1 - 2 / 16 / (6 / 48), 12);
    // Values that differ as 1 and 2 do weigh the same at 10 and 20, other than at the interval level.
    const wide = [
      [1, 2, 1],
      [10, 20, 20],
      [5, 5, 5],
    ];
    expect(krippendorffAlpha(wide, { level: 'ratio' })).not.toBeCloseTo(krippendorffAlpha(wide, { level: 'interval' }) as number, 3);
  });
  it('takes NaN, undefined, null and an empty text for gaps', () => {
    const gaps = [null, undefined, Number.NaN, '', ' '];
    for (const level of ['nominal', 'ordinal', 'interval', 'ratio'] as const) {
      const found = gaps.map((gap) =>
        krippendorffAlpha(
          [
            [1, 2, gap],
            [2, 2, 3],
            [gap, 3, gap],
            [1, 1, gap],
          ],
          { level },
        ),
      );
      expect(found[0]).toBeTypeOf('number');
      expect(new Set(found).size).toBe(1);
    }
  });
  it('takes the order of ordinal categories as given', () => {
    const words = ['low', 'mid', 'high'];
    const numbers = [
      [1, 1, 2],
      [3, 3, 3],
      [2, 3, 2],
      [1, 2, 1],
    ];
    const named = numbers.map((row) => row.map((value) => words[value - 1]));
    const expected = krippendorffAlpha(numbers, { level: 'ordinal' });
    expect(krippendorffAlpha(named, { level: 'ordinal', order: words })).toBe(expected);
    expect(krippendorffAlpha(named, { level: 'ordinal', order: ['low', 'high', 'mid'] })).not.toBeCloseTo(expected as number, 3);
    expect(() => krippendorffAlpha(named, { level: 'ordinal' })).toThrow('give the order');
    expect(() => krippendorffAlpha(named, { level: 'ordinal', order: ['low', 'mid'] })).toThrow('"high" is not among');
  });
  it('orders texts that are numbers by their value', () => {
    const table = [
      [2, 10, 10],
      [2, 2, 3],
      [10, 3, 3],
    ];
    const texts = table.map((row) => row.map(String));
    expect(krippendorffAlpha(texts, { level: 'ordinal' })).toBe(krippendorffAlpha(table, { level: 'ordinal' }));
  });
  it('refuses a level that does not exist', () => {
    expect(() => krippendorffAlpha([[1, 2]], { level: 'cardinal' as 'ratio' })).toThrow('nominal, ordinal, interval, ratio');
  });
});
