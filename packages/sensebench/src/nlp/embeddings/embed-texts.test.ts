import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutBatches, uniqueTexts } from './embed-texts.ts';

describe('batches by length', () => {
  it('sorts, keeps limits and loses nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 2, max: 50 }), { maxLength: 80 }), (lengths) => {
        const batches = cutBatches(lengths, { maxTexts: 7, maxTokens: 100 });
        const order = batches.flat();
        expect(order.map((i) => lengths[i])).toEqual(lengths.toSorted((a, b) => a - b));
        expect(new Set(order).size).toBe(lengths.length);
        for (const batch of batches) {
          expect(batch.length).toBeLessThanOrEqual(7);
          expect(batch.length === 1 || batch.length * Math.max(...batch.map((i) => lengths[i])) <= 100).toBe(true);
        }
      }),
    );
  });

  it('cuts where padding and the number of batches cost least', () => {
    const price = (sizes: number[]) => 20 + sizes.length * Math.max(...sizes);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 2, max: 60 }), { minLength: 1, maxLength: 8 }), (lengths) => {
        const sorted = lengths.toSorted((a, b) => a - b);
        // Every way to cut: a bit says whether a batch ends after the text.
        const prices = Array.from({ length: 2 ** (sorted.length - 1) }, (_, cuts) => {
          const parts: number[][] = [[]];
          for (const [i, length] of sorted.entries()) {
            parts[parts.length - 1].push(length);
            if (cuts & (1 << i)) parts.push([]);
          }
          return parts.reduce((sum, part) => sum + price(part), 0);
        });
        const own = cutBatches(lengths).reduce((sum, batch) => sum + price(batch.map((i) => lengths[i])), 0);
        expect(own).toBe(Math.min(...prices));
      }),
    );
    expect(cutBatches([9, 40, 9, 41, 9, 40]).map((batch) => batch.length)).toEqual([3, 3]);
    expect(cutBatches([])).toEqual([]);
    expect(cutBatches([5000, 3])).toEqual([[1], [0]]);
  });

  it('names each text once', () => {
    expect(uniqueTexts(['a', 'b', 'a'])).toEqual({ unique: ['a', 'b'], position: [0, 1, 0] });
  });
});
