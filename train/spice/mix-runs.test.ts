import { describe, expect, it } from 'vitest';
import { PackedModel } from '../../src/nlp/linear-models/packed-model.ts';
import { mixRuns, packWithin } from './mix-runs.ts';

describe('the mean of runs', () => {
  it('counts a weight that a run does not have as zero', () => {
    const mixed = mixRuns([
      [
        { key: 1, entries: [{ cls: 0, weight: 2 }] },
        { key: 2, entries: [{ cls: 1, weight: 4 }] },
      ],
      [
        {
          key: 1,
          entries: [
            { cls: 0, weight: 1 },
            { cls: 3, weight: -1 },
          ],
        },
      ],
    ]);
    expect(mixed).toEqual([
      {
        key: 1,
        entries: [
          { cls: 0, weight: 1.5 },
          { cls: 3, weight: -0.5 },
        ],
      },
      { key: 2, entries: [{ cls: 1, weight: 2 }] },
    ]);
  });

  it('is packed within a size by dropping the smallest weights', () => {
    const features = Array.from({ length: 2000 }, (_, i) => ({ key: 1 + i * 7919, entries: [{ cls: i % 5, weight: 1 + (i % 1000) }] }));
    const whole = packWithin(features, 1e6);
    const half = packWithin(features, Math.ceil(whole.packed.length / 2));
    expect(half.packed.length).toBeLessThanOrEqual(Math.ceil(whole.packed.length / 2));
    expect(half.least).toBeGreaterThan(whole.least);
    const weightOf = (bytes: Uint8Array, i: number) => {
      const scores = new Int32Array(5);
      new PackedModel(bytes, 'test').score(Int32Array.of(features[i].key), 1, scores);
      return scores[i % 5];
    };
    expect(weightOf(half.bytes, 999)).toBe(weightOf(whole.bytes, 999));
    expect(weightOf(whole.bytes, 100)).not.toBe(0);
    expect(weightOf(half.bytes, 100)).toBe(0);
  });
});
