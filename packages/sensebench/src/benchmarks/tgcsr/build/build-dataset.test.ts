import { describe, expect, it } from 'vitest';
import type { TgcsrContext } from '../context.ts';
import type { RatedPair } from '../ratings/rated-pairs.ts';
import { labelPairs } from './build-dataset.ts';

const context: TgcsrContext = {
  id: 'move',
  title: 'Moving',
  theme: 'A family moves.',
  questions: [{ id: 'Q1', category: 'Time', text: 'When?' }],
  answers: ['A1', 'A2', 'A3', 'A4'].map((id) => ({ id, category: 'Time', text: `answer ${id}` })),
};

const pair = (answer: string, values: (number | null)[]): RatedPair => ({
  ...{ id: `move/1/${answer}`, context: 'move', question: '1', answer, category: 'Time' },
  ...{ values, comments: {}, place: {} },
});

describe('ground truth', () => {
  it('labels pairs with their texts, and drops what is unrated, too little rated or without agreement', () => {
    const pairs = [pair('1', [4, 4, 3]), pair('2', [4, 1]), pair('3', [4, null])];
    const { rows, dropped } = labelPairs(context, { pairs, scale: 'likert' });
    expect(rows).toEqual([
      {
        ...{ id: 'move/1/1', context: 'move', category: 'Time', theme: 'A family moves.', questionID: '1', question: 'When?' },
        ...{ answerID: '1', answer: 'answer A1', label: 'yes', average: 3.66667, ratings: 3, agreement: 1, yesShare: 1 },
      },
    ]);
    expect(dropped.map(({ step, rule, ids }) => [step, rule, ids[0]])).toEqual([
      ['read', 'not rated', 'move/1/4'],
      ['filter', 'no agreement', 'move/1/2'],
      ['filter', 'too few ratings', 'move/1/3'],
    ]);
  });
});
