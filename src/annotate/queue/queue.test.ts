import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isGoldTurn, nextItem, type QueuedItem, type QueueState, type TakenSlot } from './next-item.ts';
import { qualificationItems, qualify } from './qualification.ts';

const items = (count: number, people: number, more: (i: number) => Partial<QueuedItem> = () => ({})): QueuedItem[] =>
  Array.from({ length: count }, (_, i) => ({ id: `i${i}`, people, ...more(i) }));

/** Annotators ask in the given order until nobody gets anything. */
function work(state: Omit<QueueState, 'taken'>, turns: readonly string[]): TakenSlot[] {
  const taken: TakenSlot[] = [];
  const asking = new Set(turns);
  for (let turn = 0; asking.size > 0 && turn < 5000; turn++) {
    const annotator = turns[turn % turns.length];
    if (!asking.has(annotator)) continue;
    const item = nextItem({ ...state, taken }, annotator);
    if (item) taken.push({ item: item.id, annotator });
    else asking.delete(annotator);
  }
  return taken;
}

const countOf = (taken: readonly TakenSlot[]) => {
  const counts = new Map<string, number>();
  for (const { item } of taken) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
};

describe('the queue', () => {
  const study = fc.record({
    order: fc.constantFrom('finish' as const, 'breadth' as const),
    seed: fc.nat(1000),
    count: fc.integer({ min: 1, max: 12 }),
    people: fc.integer({ min: 1, max: 4 }),
    annotators: fc.integer({ min: 1, max: 6 }),
    goldEvery: fc.constantFrom(0, 3, 5),
  });

  it('gives every item as many answers as it needs, never more, and nobody the same twice', () => {
    fc.assert(
      fc.property(study, ({ order, seed, count, people, annotators, goldEvery }) => {
        const open = items(count, people);
        const gold = items(2, 1, () => ({ gold: true })).map((item) => ({ ...item, id: `gold-${item.id}` }));
        const names = Array.from({ length: annotators }, (_, i) => `a${i}`);
        const taken = work({ items: [...open, ...gold], order, seed, goldEvery }, names);
        const pairs = taken.map(({ item, annotator }) => `${item} ${annotator}`);
        expect(new Set(pairs).size).toBe(pairs.length);
        for (const { id } of open) expect(countOf(taken).get(id) ?? 0).toBe(Math.min(people, annotators));
      }),
      { numRuns: 60 },
    );
  });

  it('finishes items before it begins others, or goes over all of them first', () => {
    const names = ['a', 'b', 'c'];
    const begun = (order: 'finish' | 'breadth') => countOf(work({ items: items(9, 3), order, seed: 1 }, names).slice(0, 9));
    expect(begun('finish').size).toBe(3);
    expect(begun('breadth').size).toBe(9);
  });

  it('puts a higher priority first, and goes on with a group that was begun', () => {
    const state = {
      items: items(6, 1, (i) => ({ group: i % 2 === 0 ? 'even' : 'odd', priority: i === 5 ? 1 : 0 })),
      order: 'breadth' as const,
      seed: 4,
    };
    const order = work(state, ['a']).map(({ item }) => item);
    expect(order[0]).toBe('i5');
    expect(order.slice(1, 3).sort()).toEqual(['i1', 'i3']);
  });

  it('has an order for each annotator, the same every time', () => {
    const order = (annotator: string) =>
      work({ items: items(12, 1), order: 'breadth', seed: 2 }, [annotator])
        .map(({ item }) => item)
        .join();
    expect(order('a')).toBe(order('a'));
    expect(order('a')).not.toBe(order('b'));
  });

  it('mixes gold in once in each block, at places that differ', () => {
    const turns = Array.from({ length: 200 }, (_, turn) => isGoldTurn(turn, { seed: 3, annotator: 'a', every: 5 }));
    for (let block = 0; block < 40; block++) expect(turns.slice(block * 5, block * 5 + 5).filter(Boolean)).toHaveLength(1);
    expect(new Set(turns.flatMap((gold, turn) => (gold ? [turn % 5] : []))).size).toBe(5);
  });
});

describe('the qualification', () => {
  const known = Array.from({ length: 7 }, (_, i) => ({ id: `q${i}`, gold: i % 2 === 0 ? 'yes' : 'no' }));
  const task = { value: z.enum(['yes', 'no']) };
  const rule = { items: 3, pass: 0.66, tries: 2 };
  const tries = qualificationItems([...known, { id: 'plain' }], rule, { seed: 1, annotator: 'a' });
  const right = (ids: readonly string[]) =>
    ids.map((id) => [id, known.find((item) => item.id === id)?.gold === 'yes' ? 'yes' : 'no'] as const);
  const wrong = (ids: readonly string[]) =>
    right(ids).map(([id, value]) => [id, value === 'yes' ? ('no' as const) : ('yes' as const)] as const);

  it('draws items with known answers, others for the second try', () => {
    expect(tries.map((own) => own.length)).toEqual([3, 3]);
    expect(new Set(tries.flat()).size).toBe(6);
    expect(tries.flat()).not.toContain('plain');
    expect(qualificationItems(known.slice(0, 4), rule, { seed: 1, annotator: 'a' })).toHaveLength(1);
  });

  it('is passed by the mark, has a second try, and is failed after it', () => {
    const state = (answers: readonly (readonly [string, 'yes' | 'no'])[]) =>
      qualify(task, known, { tries, rule, answers: new Map(answers) });
    expect(state([])).toEqual({ status: 'open', try: 1, left: tries[0], scores: [] });
    expect(state(right(tries[0]))).toMatchObject({ status: 'passed', try: 1, scores: [1] });
    const two = [...right(tries[0].slice(0, 2)), ...wrong(tries[0].slice(2))];
    expect(state(two)).toMatchObject({ status: 'passed' });
    expect(state(wrong(tries[0]))).toMatchObject({ status: 'open', try: 2, left: tries[1], scores: [0] });
    expect(state([...wrong(tries[0]), ...right(tries[1])])).toMatchObject({ status: 'passed', try: 2 });
    expect(state([...wrong(tries[0]), ...wrong(tries[1])])).toMatchObject({ status: 'failed', scores: [0, 0] });
  });
});
