import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../core/index.ts';
import { drawExamples } from './draw-examples.ts';
import { selectItems } from './select-items.ts';

const made = (count: number): Item[] => Array.from({ length: count }, (_, i) => ({ id: String(i), input: i, references: [], meta: {} }));

describe('the items of a run', () => {
  it('are the first, or drawn by seed, always in the order of the dataset', () => {
    const items = made(50);
    expect(selectItems(items, { limit: 3, seed: 1 }).map(({ id }) => id)).toEqual(['0', '1', '2']);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer(), (sample, seed) => {
        const drawn = selectItems(items, { sample, seed }).map(({ input }) => input as number);
        expect(drawn).toEqual([...new Set(drawn)].sort((a, b) => a - b));
        expect(drawn).toHaveLength(Math.min(sample, 50));
        expect(selectItems(items, { sample, seed }).map(({ input }) => input)).toEqual(drawn);
      }),
    );
    expect(selectItems(items, { sample: 10, seed: 1 })).not.toEqual(selectItems(items, { sample: 10, seed: 2 }));
    expect(() => selectItems([...items, items[0]], { seed: 1 })).toThrow(/two items have the id "0"/);
  });
});

describe('few-shot examples', () => {
  it('depend on seed and id alone, and never hold the item itself', () => {
    const pool = made(30);
    fc.assert(
      fc.property(fc.nat(29), fc.integer({ min: 1, max: 12 }), fc.integer(), (place, shots, seed) => {
        const drawn = drawExamples(pool[place], pool, { shots, seed });
        expect(drawn).toHaveLength(shots);
        expect(new Set(drawn.map(({ id }) => id)).size).toBe(shots);
        expect(drawn).not.toContain(pool[place]);
        expect(drawExamples(pool[place], pool, { shots, seed })).toEqual(drawn);
      }),
    );
    expect(drawExamples(pool[0], pool, { shots: 0, seed: 1 })).toEqual([]);
    expect(drawExamples(pool[0], pool.slice(0, 3), { shots: 10, seed: 1 })).toHaveLength(2);
  });
});
