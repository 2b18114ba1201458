import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Choice, choosePairs } from './choose-pairs.ts';

const free = {
  maxPartners: 100,
  maxFrame: 100,
  predicateShare: 1,
  frameOf: (place: number) => place,
  predicateOf: (place: number) => place,
};
const pair = (first: number, second: number, chance: number): Choice => ({ first, second, chance });
const places = (pairs: readonly Choice[]) => pairs.map(({ first, second }) => `${first}-${second}`);

describe('the choice of pairs', () => {
  it('takes all pairs where nothing is used too often, the likeliest first', () => {
    const { chosen, full } = choosePairs([pair(0, 1, 0.7), pair(2, 3, 0.9)], free);
    expect(places(chosen)).toEqual(['2-3', '0-1']);
    expect(full).toEqual([]);
  });

  it('uses no statement more often than allowed, and names the pairs that are left over', () => {
    const { chosen, full } = choosePairs([pair(0, 1, 0.9), pair(0, 2, 0.8), pair(0, 3, 0.7)], { ...free, maxPartners: 2 });
    expect(places(chosen)).toEqual(['0-1', '0-2']);
    expect(places(full)).toEqual(['0-3']);
  });

  it('prefers a fresh statement to one that is used, if their pairs are about equally likely', () => {
    const { chosen } = choosePairs([pair(0, 1, 0.9), pair(0, 2, 0.85), pair(3, 4, 0.8)], free);
    expect(places(chosen)).toEqual(['0-1', '3-4', '0-2']);
  });

  it('bounds the uses of one frame', () => {
    const { chosen } = choosePairs([pair(0, 1, 0.9), pair(2, 3, 0.8)], {
      ...free,
      maxFrame: 1,
      frameOf: (place) => (place % 2 === 0 ? 7 : place),
    });
    expect(places(chosen)).toEqual(['0-1']);
  });

  it('keeps the bound for any pairs', () => {
    const pairs = fc.array(
      fc.record({ first: fc.nat(9), second: fc.integer({ min: 10, max: 19 }), chance: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
    );
    fc.assert(
      fc.property(pairs, fc.integer({ min: 1, max: 4 }), (given, maxPartners) => {
        const { chosen, full } = choosePairs(given, { ...free, maxPartners });
        const uses = new Map<number, number>();
        for (const { first, second } of chosen) for (const place of [first, second]) uses.set(place, (uses.get(place) ?? 0) + 1);
        expect(chosen.length + full.length).toBe(given.length);
        expect(Math.max(0, ...uses.values())).toBeLessThanOrEqual(maxPartners);
      }),
    );
  });
});
