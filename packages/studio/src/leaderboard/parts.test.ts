import fc from 'fast-check';
import { createRandom } from 'sensebench/internal/core';
import { describe, expect, it } from 'vitest';
import { divideItems } from './phase-items.ts';

const items = Array.from({ length: 300 }, (_, n) => ({ id: `i${n}`, units: [`q${n % 40}`] }));

describe('the parts of a test set', () => {
  it('hold whole units, and come near to the share', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 0.9, noNaN: true }), fc.string(), (share, seed) => {
        const parts = divideItems(items, { share, seed });
        const unitOf = new Map(items.map(({ id, units }) => [id, units[0]]));
        const known = new Set(parts.public.map((id) => unitOf.get(id)));
        expect(parts.private.some((id) => known.has(unitOf.get(id)))).toBe(false);
        expect(parts.between).toEqual([]);
        expect(Math.abs(parts.public.length - share * 300)).toBeLessThanOrEqual(4);
      }),
      { numRuns: 30 },
    );
  });

  it('do not depend on the order of the items, and do on the seed', () => {
    const sorted = (ids: readonly string[]) => [...ids].sort();
    const first = divideItems(items, { share: 0.5, seed: 17 });
    const again = divideItems(createRandom(3).shuffle(items), { share: 0.5, seed: 17 });
    expect(sorted(again.public)).toEqual(sorted(first.public));
    expect(sorted(divideItems(items, { share: 0.5, seed: 18 }).public)).not.toEqual(sorted(first.public));
  });

  it('keep pairs of statements whole too: few pairs are between the parts where statements form groups', () => {
    const random = createRandom(5);
    const pairs = Array.from({ length: 600 }, (_, n) => {
      const group = random.below(12);
      return { id: `p${n}`, units: [`s${group}/${random.below(20)}`, `s${group}/${random.below(20)}`] };
    });
    const parts = divideItems(pairs, { share: 0.5, seed: 17 });
    const unitsOf = new Map(pairs.map(({ id, units }) => [id, units]));
    const units = (ids: readonly string[]) => new Set(ids.flatMap((id) => unitsOf.get(id) ?? []));
    const shared = [...units(parts.public)].filter((unit) => units(parts.private).has(unit));
    expect(shared).toEqual([]);
    expect(parts.between.length).toBeLessThan(60);
    expect(parts.public.length).toBeGreaterThan(200);
    expect(parts.private.length).toBeGreaterThan(200);
  });

  it('are all public with a share of 1 and none with 0; an item without units is one by itself', () => {
    expect(divideItems(items, { share: 1, seed: 1 }).public).toHaveLength(300);
    expect(divideItems(items, { share: 0, seed: 1 }).private).toHaveLength(300);
    const alone = Array.from({ length: 10 }, (_, n) => ({ id: String(n), units: [] }));
    expect(divideItems(alone, { share: 0.3, seed: 1 }).public).toHaveLength(3);
  });
});
