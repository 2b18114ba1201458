import { describe, expect, it } from 'vitest';
import { type ChooseOptions, chooseReferences } from './choose-references.ts';
import type { ScoredSet } from './score-concept-sets.ts';

const set = (...concepts: number[]): ScoredSet => ({ concepts, sentences: 2, diversity: 1, rarity: 1, score: 1 });

/** `captions` have these concepts each. */
function choose(
  captions: readonly number[][],
  splits: Partial<Record<'test' | 'dev' | 'train', ScoredSet[]>>,
  options: Partial<ChooseOptions> = {},
) {
  return chooseReferences(
    { test: [], dev: [], train: [], ...splits },
    {
      sentencesOf: (concepts) => captions.flatMap((own, i) => (concepts.every((concept) => own.includes(concept)) ? [i] : [])),
      nameOf: ({ concepts }) => concepts.join('#'),
      perSet: 4,
      perCaption: 4,
      least: 2,
      seed: 1,
      ...options,
    },
  );
}
const rules = (dropped: readonly { ids: string[]; rule: string }[]) => dropped.map(({ ids, rule }) => `${ids}: ${rule}`);

describe('captions as references', () => {
  it('serve one split: test chooses first, and a set without enough captions of its own is dropped', () => {
    const [test, dev, train] = [set(1, 2, 3), set(2, 3, 4), set(3, 4, 5)];
    const captions = [
      [1, 2, 3, 4],
      [1, 2, 3],
      [2, 3, 4, 5],
      [3, 4, 5],
    ];
    const { chosen, dropped } = choose(captions, { test: [test], dev: [dev], train: [train] });
    expect(chosen.get(test)).toEqual([0, 1]);
    expect(chosen.get(train)).toEqual([2, 3]);
    expect(rules(dropped)).toEqual(['2#3#4: its captions are references of another split']);
    expect(choose(captions, { test: [test], dev: [dev], train: [train] }, { least: 1 }).chosen.get(dev)).toEqual([2]);
  });

  it('are never the whole list of two sets: the smaller one exchanges a caption, or is dropped', () => {
    const [small, large] = [set(1, 2, 3), set(1, 2, 3, 4)];
    const shared = [
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ];
    expect(rules(choose(shared, { train: [small, large] }).dropped)).toEqual(['1#2#3: has the same references as another set']);
    const { chosen, dropped } = choose([...shared, [1, 2, 3]], { train: [small, large] }, { perSet: 2 });
    expect(dropped).toEqual([]);
    expect(chosen.get(large)).toEqual([0, 1]);
    expect(chosen.get(small)).toContain(2);
  });

  it('are spread: those of the fewest sets first, and of at most so many', () => {
    const captions = Array.from({ length: 6 }, () => [1, 2, 3, 4, 5]);
    const sets = [set(1, 2, 3), set(1, 2, 4), set(1, 2, 5), set(1, 3, 4), set(1, 3, 5), set(1, 4, 5)];
    const uses = (options: Partial<ChooseOptions>) => {
      const counts = Array<number>(captions.length).fill(0);
      const { chosen, dropped } = choose(captions, { train: sets }, options);
      for (const list of chosen.values()) for (const caption of list) counts[caption]++;
      return { counts, dropped };
    };
    expect(uses({ perSet: 1 }).counts).toEqual([1, 1, 1, 1, 1, 1]);
    const { counts, dropped } = uses({ perSet: 3, perCaption: 1 });
    expect(counts).toEqual([1, 1, 1, 1, 1, 1]);
    expect(dropped.map(({ rule }) => rule)).toEqual(Array(4).fill('its captions serve enough sets'));
  });
});
