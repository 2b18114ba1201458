import type { Analysis } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { choiceSets, transferInput, transferRows } from './choice-sets.ts';
import { learningCurves, PUBLISHED_CURVES } from './learning-curves.ts';

const question = {
  id: 'q1',
  question: 'Where do dogs run?',
  choices: [
    { label: 'A', text: 'park' },
    { label: 'B', text: 'moon' },
  ],
  answerKey: 'A',
};
const TAGS: Readonly<Record<string, string>> = {
  dog: 'NN',
  dogs: 'NNS',
  park: 'NN',
  parks: 'NNS',
  moon: 'NN',
  run: 'VB',
  hard: 'RB',
  red: 'JJ',
  the: 'DT',
  here: 'RB',
  in: 'IN',
};
const tag = (text: string): Analysis => ({
  text,
  entities: [],
  tokens: text.split(/ |(?=\?)/).map((word) => ({
    text: word,
    start: 0,
    end: 0,
    tag: TAGS[word] ?? 'WRB',
    lemma: word.replace(/s$/, ''),
  })),
});
const setsOf = async (texts: readonly string[]) => {
  const choices = texts.map((text, i) => ({ label: String.fromCharCode(65 + i), text }));
  const made = await choiceSets([{ ...question, choices }], { analyse: async (all) => all.map(tag) });
  return { ...made, sets: made.sets.map(({ row }) => row.concept_set) };
};

describe('the transfer study', () => {
  it('makes one concept-set for each choice, which ends with the words of the choice', async () => {
    const { sets } = await choiceSets([question], { analyse: async (texts) => texts.map(tag) });
    expect(sets.map(({ id, row }) => [id, row.concept_set])).toEqual([
      ['q1/A', 'dog#run#park'],
      ['q1/B', 'dog#run#moon'],
    ]);
    expect((await setsOf(['dog', 'run'])).sets).toEqual(['run#dog', 'dog#run']);
  });

  it('takes other words of a choice without noun and verb', async () => {
    expect(await setsOf(['red', 'in', 'park'])).toMatchObject({
      sets: ['dog#run#red', 'dog#run#in', 'dog#run#park'],
      withoutConcept: 2,
      widened: 0,
    });
  });

  it('tells choices of the same nouns and verbs apart by their other words, or says that it cannot', async () => {
    expect(await setsOf(['park', 'red park'])).toMatchObject({ sets: ['dog#run#park', 'dog#run#red#park'], widened: 1, same: [] });
    expect(await setsOf(['the park', 'park'])).toMatchObject({ sets: ['dog#run#the#park', 'dog#run#park'], same: [] });
    expect(await setsOf(['dog', 'run'])).toMatchObject({ sameConcepts: ['q1'], same: [] });
    expect(await setsOf(['parks', 'park'])).toMatchObject({ sets: ['dog#run#parks', 'dog#run#park'], same: [] });
    expect(await setsOf(['park', 'park'])).toMatchObject({ same: ['q1'] });
  });

  it("writes the paper's input with and without a scene", () => {
    expect(transferInput({ question: 'Q?', choice: 'c', scene: 'A scene.' })).toBe('<s> G: A scene. | Q: Q? </s> C: c </s>');
    expect(transferInput({ question: 'Q?', choice: 'c' })).toBe('<s> Q: Q? </s> C: c </s>');
    expect(transferRows([question])[0].label).toBe(0);
    expect(() => transferRows([question], new Map([['q1/A', 'x']]))).toThrow(/no generated scene for "q1\/B"/);
  });

  it('finds the best checkpoint, and how soon the baseline and an accuracy are reached', () => {
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
      { baseline: 'base', accuracy: 0.72 },
    );
    expect(curves.better).toEqual({
      best: { steps: 300, accuracy: 0.75 },
      reachesBaseline: { steps: 200, accuracy: 0.7, speedUp: 2 },
      reachesAccuracy: { steps: 300, accuracy: 0.75, speedUp: null },
    });
    expect(curves.base.reachesAccuracy).toBeNull();
  });

  it("answers the paper's question on its own curve", () => {
    const curves = learningCurves(PUBLISHED_CURVES, { baseline: 'RoBERTa-Large', accuracy: 0.7477 });
    expect(curves['CG (T5)'].reachesAccuracy).toMatchObject({ steps: 550, accuracy: 0.7486 });
    // The paper compares with step 1,250. The same 74.77% stand at step 1,000 of its own table.
    expect(curves['RoBERTa-Large'].reachesAccuracy).toMatchObject({ steps: 1000, accuracy: 0.7477 });
    expect(PUBLISHED_CURVES['RoBERTa-Large'].filter(({ accuracy }) => accuracy === 0.7477).map(({ steps }) => steps)).toEqual([1000, 1250]);
    expect(curves['RoBERTa-Large'].best).toEqual({ steps: 1850, accuracy: 0.769 });
    expect(curves['CG (UniLM)'].best).toEqual({ steps: 1900, accuracy: 0.7838 });
  });
});
