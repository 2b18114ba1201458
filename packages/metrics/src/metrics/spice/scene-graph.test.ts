import { describe, expect, it } from 'vitest';
import { CATEGORIES, matchTuples, tupleScores } from './match-tuples.ts';
import { createConcepts, nameOf, sceneTuples } from './scene-graph.ts';

const SYNSETS: Record<string, number[]> = {
  car: [1, 2],
  auto: [1],
  automobile: [1],
  train: [3],
  gray: [7],
  grey: [7],
  near: [9],
  close: [9, 10],
};
const concepts = createConcepts((word) => SYNSETS[word] ?? []);
const names = (propositions: Parameters<typeof sceneTuples>[0]) =>
  sceneTuples(propositions, concepts).map((tuple) => tuple.map(nameOf).join(' | '));

describe('scene graphs', () => {
  it('hold an object once, with its attributes and relations', () => {
    expect(names([['dog'], ['dog', 'brown'], ['dog', 'ball', 'chase'], ['ball'], ['dog', 'brown']])).toEqual([
      'dog',
      'dog | brown',
      'ball',
      'dog | chase | ball',
    ]);
  });

  it('merge objects, attributes and relations that share a synset', () => {
    expect(
      names([
        ['car', 'gray'],
        ['auto', 'grey'],
        ['car', 'train', 'near'],
        ['automobile', 'train', 'close'],
      ]),
    ).toEqual(['car/auto/automobile', 'car/auto/automobile | gray/grey', 'train', 'car/auto/automobile | near/close | train']);
  });

  it('drop the copula before a preposition', () => {
    expect(names([['cat', 'sofa', 'be on']])).toContain('cat | on | sofa');
  });
});

describe('tuples', () => {
  it('match when all their concepts are similar, in the same order', () => {
    const candidate = sceneTuples([['car'], ['car', 'train', 'near']], concepts);
    const reference = sceneTuples([['auto'], ['auto', 'train', 'close'], ['train', 'auto', 'hit']], concepts);
    // car, train and "car near train" of the candidate; auto, train and two relations of the reference.
    expect(matchTuples(candidate, reference)).toEqual({ matched: 3, candidate: 3, reference: 4 });
    expect(tupleScores({ matched: 3, candidate: 3, reference: 4 })).toEqual({ precision: 1, recall: 0.75, f: (2 * 0.75) / 1.75 });
  });

  it('score 0 where there are none', () => {
    expect(tupleScores(matchTuples([], [])).f).toBe(0);
  });

  it('fall into categories by their length and their attribute', () => {
    const [, red, two, big] = sceneTuples(
      [
        ['dog', 'red'],
        ['dog', 'two'],
        ['dog', 'big'],
      ],
      concepts,
    );
    const categoriesOf = (tuple: typeof red) => Object.entries(CATEGORIES).flatMap(([name, belongs]) => (belongs(tuple) ? [name] : []));
    expect(categoriesOf(red)).toEqual(['attribute', 'color']);
    expect(categoriesOf(two)).toEqual(['attribute', 'cardinality']);
    expect(categoriesOf(big)).toEqual(['attribute', 'size']);
  });
});
