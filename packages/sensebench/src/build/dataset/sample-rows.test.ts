import { createRandom } from '@sensebench/metrics/internal/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRowSample, fairShares } from './sample-rows.ts';

describe('a sample of rows', () => {
  const sampleOf = (sizes: Record<string, number>, { most, wanted }: { most: number; wanted: number }) => {
    const sample = createRowSample<number>({ most, random: createRandom('a') });
    for (const [group, size] of Object.entries(sizes)) for (let i = 0; i < size; i++) sample.add(group, 10 * i);
    return sample.take(wanted);
  };

  it('is everything where there is room, in order', () => {
    expect(sampleOf({ train: 3, test: 1 }, { most: 10, wanted: 10 }).map(({ group, place, row }) => [group, place, row])).toEqual([
      ['train', 0, 0],
      ['train', 1, 10],
      ['train', 2, 20],
      ['test', 0, 0],
    ]);
  });

  it('keeps small groups whole and draws from the large one, in order', () => {
    const rows = sampleOf({ train: 10_000, test: 7 }, { most: 100, wanted: 50 });
    expect(rows.filter(({ group }) => group === 'test')).toHaveLength(7);
    const drawn = rows.filter(({ group }) => group === 'train').map(({ place }) => place);
    expect(drawn).toHaveLength(43);
    expect(drawn).toEqual([...drawn].sort((a, b) => a - b));
    // Drawn from all of them: the first half would be a chance of one in 2^43.
    expect(drawn.some((place) => place < 5000) && drawn.some((place) => place >= 5000)).toBe(true);
  });

  it('shares a total out: nobody gets more than there is, and nothing is wasted', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { minLength: 1 }), fc.nat(200), (sizes, total) => {
        const shares = fairShares(sizes, total);
        expect(shares.every((share, i) => share <= sizes[i])).toBe(true);
        const all = sizes.reduce((a, b) => a + b, 0);
        expect(shares.reduce((a, b) => a + b, 0)).toBe(Math.min(all, total));
      }),
    );
  });
});
