import type { Item } from '@sensebench/metrics/internal/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawExamples, findLeaks } from './choose-prompt.ts';
import { selectItems } from './select-items.ts';

const made = (count: number): Item[] => Array.from({ length: count }, (_, i) => ({ id: String(i), input: i, references: [], meta: {} }));

describe('the items of a run', () => {
  it('are the first, or drawn by seed, always in the order of the dataset', () => {
    const items = made(50);
    expect(selectItems(items, { limit: 3, seed: 1 }).map(({ id }) => id)).toEqual(['0', '1', '2']);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer(), (sample, seed) => {
        const drawn = selectItems(items, { sample, seed }).map(({ input }) => input as number);
        expect(drawn).toEqual([...new Set(drawn)].sort((a, b) => a - b));
        expect(drawn).toHaveLength(sample);
        expect(selectItems(items, { sample, seed }).map(({ input }) => input)).toEqual(drawn);
      }),
    );
    expect(selectItems(items, { sample: 10, seed: 1 })).not.toEqual(selectItems(items, { sample: 10, seed: 2 }));
    expect(() => selectItems(items, { sample: 51, seed: 1 })).toThrow(/--sample 51 is more than the dataset has.*at most 50/);
    expect(() => selectItems([...items, items[0]], { seed: 1 })).toThrow(/two items have the id "0"/);
  });
});

describe('a sample spread over units', () => {
  it('takes every unit once before it takes one twice', () => {
    // Ten units of five items: the first ten drawn must be of ten units, whatever the seed.
    const items = made(50);
    const units = ({ input }: Item) => [String(Math.floor((input as number) / 5))];
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer(), (sample, seed) => {
        const counts = new Map<string, number>();
        for (const item of selectItems(items, { sample, seed, units })) {
          const [unit] = units(item);
          counts.set(unit, (counts.get(unit) ?? 0) + 1);
        }
        expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(sample);
        expect(Math.max(...counts.values())).toBe(Math.ceil(sample / 10));
      }),
    );
  });
});

describe('items that the training items hold too', () => {
  it('are found by input or reference; labels of multiple choice are no leak', () => {
    const item = (id: string, input: string, reference: string): Item => ({ id, input, references: [reference], meta: {} });
    const items = [item('a', 'x', 'yes'), item('b', 'y', 'no')];
    const pool = [item('p', 'x', 'no'), item('q', 'z', 'maybe')];
    expect(findLeaks(items, pool, {}).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(findLeaks(items, pool, { choices: () => ['yes', 'no'] }).map(({ id }) => id)).toEqual(['a']);
    expect(findLeaks(items, pool.slice(1), {})).toEqual([]);
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
    const [asked, train] = [pool.slice(0, 5), pool.slice(5)];
    const first = drawExamples(asked[0], train, { shots: 4, seed: 1, sameExamples: true });
    for (const item of asked) expect(drawExamples(item, train, { shots: 4, seed: 1, sameExamples: true })).toEqual(first);
    expect(drawExamples(pool[0], pool.slice(0, 3), { shots: 10, seed: 1 })).toHaveLength(2);
  });
});
