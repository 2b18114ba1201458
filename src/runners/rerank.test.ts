import { describe, expect, it } from 'vitest';
import type { Runner, RunnerRequest } from '../core/index.ts';
import { createNgramRunner } from './ngram.ts';
import { createRerankRunner } from './rerank.ts';

const NBEST = [
  { text: 'short', score: -1 },
  { text: 'the longest of all', score: -2 },
  { text: 'longer one', score: -3 },
];
const runner: Runner = {
  id: 'three',
  nbest: 3,
  settings: { beams: 3 },
  depends: { train: 'abc' },
  predict: async () => ({ text: NBEST[0].text, nbest: NBEST }),
};
const request: RunnerRequest = {
  item: { id: 'x', input: {}, references: [], meta: {} },
  prompt: '',
  examples: [],
  seed: 1,
  signal: new AbortController().signal,
};
const length = (weight: number) => ({
  name: 'length',
  weight,
  score: async (_: unknown, texts: readonly string[]) => texts.map((text) => text.length),
});

describe('re-ranking', () => {
  it('takes the answer with the highest weighted sum and keeps the list with what was seen', async () => {
    const { text, nbest } = await createRerankRunner(runner, { features: [length(1)] }).predict(request);
    expect(text).toBe('the longest of all');
    expect(nbest?.map(({ features }) => features)).toEqual([{ length: 5 }, { length: 18 }, { length: 10 }]);
    expect(nbest?.map(({ score }) => score)).toEqual([-1, -2, -3]);
  });

  it('keeps the order of the runner where all weights are 0', async () => {
    expect((await createRerankRunner(runner, { features: [length(0)] }).predict(request)).text).toBe('short');
  });

  it('is another system, with its weights and files in run.json', () => {
    const { id, settings, depends } = createRerankRunner(runner, { features: [length(-2)], depends: { conceptnet: 'def' } });
    expect({ id, settings, depends }).toEqual({
      id: 'three+rerank:length',
      settings: { beams: 3, rerank: 'length=-2' },
      depends: { train: 'abc', conceptnet: 'def' },
    });
  });

  it('refuses a runner that gives one answer', () => {
    expect(() => createRerankRunner({ ...runner, nbest: undefined }, { features: [length(1)] })).toThrow(/"three" gives one/);
  });

  it('gets its lists from the ngram model: every sentence once, the best first', async () => {
    const pool = ['A dog runs in the park.', 'The dog catches a ball in the park.'].map((text, i) => ({
      id: String(i),
      input: {},
      references: [text],
      meta: {},
    }));
    const { text, nbest = [] } = await createNgramRunner({ pool, keywords: () => ['dog', 'park'], beams: 4, nbest: 6 }).predict(request);
    expect(nbest.length).toBeGreaterThan(4);
    expect(nbest[0].text).toBe(text);
    expect(new Set(nbest.map((each) => each.text)).size).toBe(nbest.length);
    expect(nbest.map(({ score }) => score)).toEqual(nbest.map(({ score }) => score).sort((a, b) => b - a));
  });
});
