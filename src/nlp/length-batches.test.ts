import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutBatches, uniqueTexts } from './length-batches.ts';

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

  it('names each text once', () => {
    expect(uniqueTexts(['a', 'b', 'a'])).toEqual({ unique: ['a', 'b'], position: [0, 1, 0] });
  });
});
