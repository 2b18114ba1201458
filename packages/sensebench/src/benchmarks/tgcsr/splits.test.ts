import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignSplits, phaseShares, type SplittablePair } from './splits.ts';

function grid(categories: number, questions: number, answers: number): SplittablePair[] {
  const range = (n: number) => Array.from({ length: n }, (_, i) => i);
  return range(categories).flatMap((c) =>
    range(questions).flatMap((q) => range(answers).map((a) => ({ id: `${c}/${q}/${a}`, question: `${c}/${q}`, category: `c${c}` }))),
  );
}

const sizes = (splitOf: ReadonlyMap<string, string>) =>
  ['train', 'dev', 'test'].map((split) => [...splitOf.values()].filter((each) => each === split).length);

describe('the splits', () => {
  it('have the shares of the first phase as nearly as whole questions allow', () => {
    expect(sizes(assignSplits(grid(9, 4, 10), phaseShares(1)))).toEqual([90, 90, 180]);
    expect(sizes(assignSplits(grid(9, 4, 10), { ...phaseShares(1), by: 'pair' }))).toEqual([88, 84, 188]);
  });

  it('label less from phase to phase and end at zero-shot', () => {
    const labelled = ([1, 2, 3, 4] as const).map((phase) => sizes(assignSplits(grid(9, 4, 10), phaseShares(phase))));
    expect(labelled.map(([train]) => train)).toEqual([90, 60, 30, 0]);
    expect(labelled[3]).toEqual([0, 0, 360]);
  });

  it('keep a question in one split and every category in the test', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 2, max: 5 }),
        fc.integer({ min: 2, max: 6 }),
        fc.nat(),
        (categories, questions, answers, seed) => {
          const pairs = grid(categories, questions, answers);
          const splitOf = assignSplits(pairs, { ...phaseShares(1), seed });
          const byQuestion = new Map<string, Set<string | undefined>>();
          for (const { id, question } of pairs) byQuestion.set(question, (byQuestion.get(question) ?? new Set()).add(splitOf.get(id)));
          for (const splits of byQuestion.values()) expect(splits.size).toBe(1);
          const tested = new Set(pairs.filter(({ id }) => splitOf.get(id) === 'test').map(({ category }) => category));
          expect(tested.size).toBe(categories);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('take a question of each category before a second of any', () => {
    const pairs = grid(9, 4, 10);
    const splitOf = assignSplits(pairs, { train: 0.25, dev: 0.25 });
    for (const split of ['train', 'dev']) {
      expect(new Set(pairs.filter(({ id }) => splitOf.get(id) === split).map(({ category }) => category)).size).toBe(9);
    }
  });

  it('have every category, whatever that does to the sizes, unless sizes are asked for', () => {
    const pairs = grid(9, 3, 10);
    const categories = (options: object) => {
      const splitOf = assignSplits(pairs, { ...phaseShares(1), ...options });
      return ['train', 'dev', 'test'].map(
        (split) => new Set(pairs.filter(({ id }) => splitOf.get(id) === split).map(({ category }) => category)).size,
      );
    };
    expect(categories({})).toEqual([9, 9, 9]);
    expect(sizes(assignSplits(pairs, phaseShares(1)))).toEqual([90, 90, 90]);
    expect(sizes(assignSplits(pairs, { ...phaseShares(1), stratify: 'size' }))).toEqual([70, 60, 140]);
    expect(sizes(assignSplits(pairs, phaseShares(2)))).toEqual([40, 40, 190]);
    expect(categories({ ...phaseShares(3), by: 'pair' })).toEqual([9, 9, 9]);
  });

  it('give a category with two questions to train and test, and take from large categories in proportion', () => {
    const pairs = [...grid(1, 2, 10), ...grid(4, 8, 10).slice(80)];
    const splitOf = assignSplits(pairs, { train: 0.25, dev: 0.25 });
    const count = (split: string, category: string) =>
      pairs.filter((pair) => splitOf.get(pair.id) === split && pair.category === category).length;
    expect(['train', 'dev', 'test'].map((split) => count(split, 'c0'))).toEqual([10, 0, 10]);
    for (const category of ['c1', 'c2', 'c3'])
      for (const split of ['train', 'dev']) expect(count(split, category), split).toBeGreaterThanOrEqual(10);
  });

  it('are drawn by the seed', () => {
    const pairs = grid(9, 4, 10);
    expect(assignSplits(pairs, phaseShares(1))).toEqual(assignSplits(pairs, phaseShares(1)));
    expect(assignSplits(pairs, { ...phaseShares(1), seed: 2 })).not.toEqual(assignSplits(pairs, phaseShares(1)));
  });
});
