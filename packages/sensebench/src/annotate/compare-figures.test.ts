import type { Decision } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { compareFigures } from './compare-figures.ts';
import type { CompareValue, Places } from './compare-places.ts';

const decision = (annotator: string, value: CompareValue, item = '0'): Decision<CompareValue> => ({
  task: 'x/compare',
  item,
  annotator,
  value,
});
const places = (annotator: string, given: Places, shown?: string[]) => decision(annotator, { places: given, ...(shown ? { shown } : {}) });

describe('places', () => {
  it('become hit rates, with ties shared evenly', () => {
    const { hits } = compareFigures([places('x', { a: 1, b: 2, c: 2, d: 4 })]);
    expect(hits.a).toEqual({ 'hit@1': 1, 'hit@3': 1 });
    expect(hits.b).toEqual({ 'hit@1': 0, 'hit@3': 1 });
    expect(hits.d).toEqual({ 'hit@1': 0, 'hit@3': 0 });
    // Both are first: each has half of the first place.
    expect(compareFigures([places('x', { a: 1, b: 1 })]).hits).toEqual({ a: { 'hit@1': 0.5 }, b: { 'hit@1': 0.5 } });
  });

  it('become shares of place k or better, ties not divided', () => {
    expect(compareFigures([places('x', { a: 1, b: 1 })]).top).toEqual({ a: { 'top@1': 1 }, b: { 'top@1': 1 } });
  });

  it('become win rates, a tie as half a win', () => {
    const { pairs } = compareFigures([places('x', { a: 1, b: 2 }), places('y', { a: 1, b: 1 }), places('z', { a: 2, b: 1 })]);
    expect(pairs).toEqual([{ a: 'a', b: 'b', wins: 1, losses: 1, ties: 1, rate: 0.5 }]);
  });

  it('agree by Kendall’s τ within an item, over the systems that both ranked', () => {
    const same = { a: 1, b: 2, c: 3 };
    expect(compareFigures([places('x', same), places('y', { ...same, d: 4 })]).kendall).toBe(1);
    expect(compareFigures([places('x', { a: 1, b: 2 }), places('y', { a: 2, b: 1 })]).kendall).toBe(-1);
    expect(compareFigures([places('x', same)]).kendall).toBeNull();
  });

  it('of one annotator are held against what most of the others say', () => {
    const { perAnnotator } = compareFigures([
      places('x', { a: 1, b: 2 }),
      places('y', { a: 1, b: 2 }),
      places('judge', { a: 2, b: 1 }),
      decision('x', { places: { a: 1, b: 2 } }, '1'),
      decision('judge', { places: { a: 1, b: 2 } }, '1'),
    ]);
    expect(perAnnotator.judge).toMatchObject({ items: 2, comparisons: 2, agreement: 0.5 });
    // On item 0 the two others of x are divided.
    expect(perAnnotator.x).toMatchObject({ items: 2, comparisons: 1, agreement: 1 });
  });
});

describe('the order of showing', () => {
  it('shows in how often the later one is preferred, and how often the earlier one', () => {
    const { position } = compareFigures([
      places('x', { a: 1, b: 2 }, ['b', 'a']),
      places('y', { a: 1, b: 2 }, ['a', 'b']),
      places('z', { a: 1, b: 1 }, ['a', 'b']),
    ]);
    expect(position).toMatchObject({ comparisons: 3, laterBetter: 1 / 3, earlierBetter: 1 / 3, both: 0, turned: null });
  });

  it('shows in preferences that turn with it', () => {
    const order = (first: string, second: string, winner: string) => ({
      shown: [first, second],
      places: { [first]: winner === second ? 2 : 1, [second]: winner === first ? 2 : 1 },
    });
    const asked = (item: string, one: string, two: string) =>
      decision('judge', { places: { a: 1, b: 1 }, orders: [order('a', 'b', one), order('b', 'a', two)] }, item);
    // Always the first; a in both orders; a tie once.
    const { position } = compareFigures([asked('0', 'a', 'b'), asked('1', 'a', 'a'), asked('2', 'tie', 'b')]);
    expect(position).toMatchObject({ comparisons: 6, laterBetter: 1 / 6, earlierBetter: 4 / 6, both: 3, turned: 1 / 3 });
  });
});
