import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from './random.ts';

describe('seeded random numbers', () => {
  it('repeat for a seed and differ between seeds', () => {
    const draw = (seed: number | string) => Array.from({ length: 5 }, createRandom(seed).next);
    expect(draw(17)).toEqual(draw(17));
    expect(draw('17/a')).not.toEqual(draw('17/b'));
    expect(draw(17)).not.toEqual(draw(18));
  });

  it('are those of xoroshiro128+ for ever: datasets depend on them', () => {
    const random = createRandom(17);
    expect([random.below(1000), random.below(1000), random.below(1000)]).toEqual([630, 800, 603]);
  });

  it('shuffle and sample keep the values', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer(), fc.nat(20), (values, seed, count) => {
        const random = createRandom(seed);
        expect(random.shuffle(values).sort()).toEqual([...values].sort());
        const sample = random.sample(
          values.map((_, i) => i),
          count,
        );
        expect(new Set(sample).size).toBe(Math.min(count, values.length));
      }),
    );
  });

  it('are spread evenly, and by weight when asked', () => {
    const random = createRandom(5);
    const counts = [0, 0, 0];
    for (let i = 0; i < 30_000; i++) counts[random.weighted([1, 2, 7])]++;
    expect(counts.map((count) => Math.round(count / 1000))).toEqual([3, 6, 21]);
    const below = Array.from({ length: 10 }, () => 0);
    for (let i = 0; i < 10_000; i++) below[random.below(10)]++;
    expect(Math.min(...below)).toBeGreaterThan(850);
  });
});
