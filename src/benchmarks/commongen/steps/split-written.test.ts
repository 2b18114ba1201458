import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommonGenRow } from '../row.ts';
import { splitWritten } from './split-written.ts';

const SIZES = { test: { 4: 747, 5: 750 }, dev: { 3: 493, 4: 250, 5: 250 } };
const row = (concepts: string, ...scene: string[]): CommonGenRow => ({ concept_set: concepts.split('').join('#'), scene });
/** As many sets of a size as asked for, each with a sentence of its own. */
const sets = (size: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    concept_set: Array.from({ length: size }, (_, place) => `${size}-${i}-${place}`).join('#'),
    scene: [`${size}-${i}`],
  }));
function counts(rows: readonly CommonGenRow[]): Record<number, number> {
  const found: Record<number, number> = {};
  for (const { concept_set: set } of rows) found[set.split('#').length] = (found[set.split('#').length] ?? 0) + 1;
  return found;
}

describe('written sets', () => {
  it('are divided in the proportion of the asked sizes; triples are for dev alone', () => {
    const { dev, test, dropped } = splitWritten([...sets(3, 9), ...sets(4, 40), ...sets(5, 20)], { ...SIZES, seed: 1 });
    expect(counts(test)).toEqual({ 4: 30, 5: 15 });
    expect(counts(dev)).toEqual({ 3: 9, 4: 10, 5: 5 });
    expect(dropped).toEqual([]);
  });

  it('beyond the asked sizes are dropped, with the rule', () => {
    const { dev, test, dropped } = splitWritten(sets(4, 9), { dev: { 4: 2 }, test: { 4: 3 }, seed: 1 });
    expect([dev.length, test.length]).toEqual([2, 3]);
    expect(dropped.map(({ rule }) => rule)).toEqual(Array(4).fill('more written sets than asked for'));
  });

  it('with the concepts or the references of an earlier set are dropped', () => {
    const rows = [row('abc', 'x', 'y'), row('cba', 'z'), row('def', 'y', 'x'), row('ghi', 'x')];
    const { dev, dropped } = splitWritten(rows, { ...SIZES, seed: 1 });
    expect(dev).toEqual([rows[0], rows[3]]);
    expect(dropped.map(({ rule, ids }) => `${ids}: ${rule}`)).toEqual([
      'c#b#a: the same concepts twice',
      'd#e#f: has the same references as another set',
    ]);
  });

  it('share no reference between dev and test, and none is lost', () => {
    const sentence = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
    const written = fc.array(fc.tuple(fc.integer({ min: 3, max: 5 }), fc.uniqueArray(sentence, { minLength: 1, maxLength: 3 })), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(written, fc.integer(), (list, seed) => {
        const rows = list.map(([size, scene], i) => ({
          concept_set: 'abcde'
            .slice(0, size)
            .split('')
            .map((c) => c + i)
            .join('#'),
          scene,
        }));
        const { dev, test, dropped } = splitWritten(rows, { ...SIZES, seed });
        const inTest = new Set(test.flatMap(({ scene }) => scene));
        expect(dev.flatMap(({ scene }) => scene).filter((each) => inTest.has(each))).toEqual([]);
        expect(dev.length + test.length + dropped.length).toBe(rows.length);
        expect(test.every(({ concept_set: set }) => set.split('#').length > 3)).toBe(true);
      }),
    );
  });
});
