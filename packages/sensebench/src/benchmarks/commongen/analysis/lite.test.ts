import type { Runner } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { judgePredictions, liteScores } from './lite.ts';

const item = { id: '0', input: { concepts: ['dog', 'run'] }, references: ['A dog runs.'], meta: {} };

function judge(answer: (prompt: string) => string): Runner {
  return { id: 'judge', predict: async ({ prompt }) => ({ text: answer(String(prompt)) }) };
}

describe('CommonGen-lite', () => {
  const signal = new AbortController().signal;

  it('has nothing to compare with where an item has no reference', async () => {
    const alone = { ...item, references: [] };
    await expect(judgePredictions([alone], ['Dogs run.'], { judge: judge(() => 'A'), seed: 1, signal })).rejects.toThrow(
      /item 0 has no reference/,
    );
  });

  it('asks in both orders, so that a judge who likes the first place gives a tie', async () => {
    const [biased] = await judgePredictions([item], ['Dogs run fast.'], { judge: judge(() => 'A'), seed: 1, signal });
    expect(biased).toEqual({ id: '0', verdicts: ['win', 'loss'], verdict: 'tie' });
    const fair = judge((prompt) => (prompt.includes('Sentence A: Dogs run fast.') ? 'A' : 'I prefer B'));
    expect((await judgePredictions([item], ['Dogs run fast.'], { judge: fair, seed: 1, signal }))[0].verdict).toBe('win');
  });

  it('keeps what it has where an answer names no verdict', async () => {
    const unclear = judge((prompt) => (prompt.includes('Sentence A: Dogs run.') ? 'Both are fine.' : 'A'));
    const judged = await judgePredictions([item, item], ['Dogs run.', 'Dogs sleep.'], { judge: unclear, seed: 1, signal });
    expect(judged[0]).toEqual({ id: '0', verdicts: [null, 'loss'], verdict: null });
    expect(judged[1].verdict).toBe('tie');
    expect(liteScores({ length: 2, cover: 1, pos: 1, judged }).winTie).toBe(1);
  });

  it('multiplies its parts', () => {
    const judged = ['win', 'tie', 'loss', 'loss'].map((verdict) => ({
      id: '',
      verdicts: [verdict, verdict] as never,
      verdict: verdict as never,
    }));
    // The published row of gpt-4-0613: 97.44 × 91.78 × 50.44 = 45.11.
    expect(liteScores({ length: 14, cover: 0.9744, pos: 0.9178, judged })).toMatchObject({ winTie: 0.5, overall: 0.9744 * 0.9178 * 0.5 });
    expect(liteScores({ length: 14, cover: 1, pos: null, judged }).overall).toBeNull();
  });
});
