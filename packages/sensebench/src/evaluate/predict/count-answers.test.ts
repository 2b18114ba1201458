import type { Item, RunPrediction } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { countAnswers, describeCounts } from './count-answers.ts';

const item = (id: string): Item => ({ id, input: '', references: ['yes'], meta: {} });
const said = (id: string, prediction: string, more: Partial<RunPrediction> = {}): RunPrediction => ({
  id,
  prediction,
  raw: prediction,
  repeat: 0,
  order: 0,
  examples: [],
  ms: 1,
  ...more,
});

async function* each(rows: RunPrediction[]) {
  yield* rows;
}

describe('answers that are none', () => {
  it('are counted by kind, of the items of the run alone', async () => {
    const rows = [
      said('a', 'yes'),
      said('b', 'well, it depends'),
      said('c', 'I will not', { ended: 'refused' }),
      said('d', ''),
      said('x', ''),
    ];
    const items = ['a', 'b', 'c', 'd'].map(item);
    const counts = await countAnswers(each(rows), {
      benchmark: { choices: () => ['yes', 'no'].map((label) => ({ label, text: label })) },
      items,
    });
    expect(counts).toEqual({ answers: 4, undecided: 3, refused: 1, empty: 1 });
    expect(describeCounts(counts)).toEqual([
      '3 of 4 answers name no choice, or several, and count as wrong',
      '1 of 4 answers are refusals',
      '1 of 4 answers are empty',
    ]);
  });

  it('are not missed where the benchmark has no choices, and nothing is said of a clean run', async () => {
    const counts = await countAnswers(each([said('a', 'A dog runs.')]), { benchmark: {}, items: [item('a')] });
    expect(describeCounts(counts)).toEqual([]);
  });
});
