import { describe, expect, it } from 'vitest';
import type { Analysis } from '../../../core/index.ts';
import { learningCurves, transferInput, transferRows, transferSets } from './transfer.ts';

const question = {
  id: 'q1',
  question: 'Where do dogs run?',
  choices: [
    { label: 'A', text: 'park' },
    { label: 'B', text: 'moon' },
  ],
  answerKey: 'A',
};
const tag = (text: string): Analysis => ({
  text,
  entities: [],
  tokens: text.split(' ').map((word) => ({
    text: word,
    start: 0,
    end: 0,
    tag: word === 'run?' ? 'VB' : /^(dogs|park|moon)$/.test(word) ? 'NN' : 'X',
    lemma: word.replace(/s$|\?$/, ''),
  })),
});

describe('the transfer study', () => {
  it('makes one concept-set for each choice', async () => {
    const sets = await transferSets([question], { analyse: async (texts) => texts.map(tag) });
    expect(sets.map(({ id, row }) => [id, row.concept_set])).toEqual([
      ['q1/A', 'dog#run#park'],
      ['q1/B', 'dog#run#moon'],
    ]);
  });

  it("writes the paper's input with and without a scene", () => {
    expect(transferInput({ question: 'Q?', choice: 'c', scene: 'A scene.' })).toBe('<s> G: A scene. | Q: Q? </s> C: c </s>');
    expect(transferInput({ question: 'Q?', choice: 'c' })).toBe('<s> Q: Q? </s> C: c </s>');
    expect(transferRows([question])[0].label).toBe(0);
    expect(() => transferRows([question], new Map([['q1/A', 'x']]))).toThrow(/no generated scene for "q1\/B"/);
  });

  it('finds the best checkpoint and how soon the baseline is reached', () => {
    const curves = learningCurves(
      {
        base: [
          { steps: 100, accuracy: 0.5 },
          { steps: 400, accuracy: 0.7 },
        ],
        better: [
          { steps: 200, accuracy: 0.7 },
          { steps: 300, accuracy: 0.75 },
        ],
      },
      'base',
    );
    expect(curves.better).toEqual({ best: { steps: 300, accuracy: 0.75 }, reachesBaseline: { steps: 200, speedUp: 2 } });
  });
});
