import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark, Item, Runner, RunnerRequest, Tools } from '@sensebench/metrics/internal/core';
import { afterAll, describe, expect, it } from 'vitest';
import { createNgramRunner } from './ngram.ts';
import { createRerankRunner, RERANK_WEIGHTS, rerankOptions } from './rerank.ts';

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

const folder = mkdtempSync(join(tmpdir(), 'sensebench-rerank-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const conceptnet = join(folder, 'assertions.csv');

writeFileSync(conceptnet, '/a/1\t/r/CapableOf\t/c/en/dog\t/c/en/catch_frisbee\t{}\n');

const item: Item = { id: 'x', input: { concepts: ['dog', 'catch'] }, references: [], meta: {} };

const benchmark = { name: 'small', keywords: () => ['dog', 'catch'] } as unknown as Benchmark;

const tools: Tools = {
  tokens: () => [],
  analyse: async (texts) =>
    texts.map((text) => ({
      text,
      entities: [],
      tokens: text.split(' ').map((word) => ({
        text: word,
        start: 0,
        end: 0,
        tag: /^(a|the)$/i.test(word) ? 'DT' : 'NN',
        lemma: word.toLowerCase().replace(/(es|s)$/, ''),
      })),
    })),
};

const pool: Item[] = [{ ...item, references: ['A dog catches a ball', 'The dog catches a frisbee'] }];

const make = (spec: string, more = {}) =>
  rerankOptions(spec, { benchmark, pool, items: [item], conceptnet, tools: async () => tools, ...more });

const scored = async (spec: string, texts: readonly string[]) => (await make(spec)).features[0].score(item, texts);

describe('features of rerank', () => {
  it('have the usual weights or given ones', async () => {
    const { features } = await make('coverage,lm=-0.5');
    expect(features.map(({ name, weight }) => [name, weight])).toEqual([
      ['coverage', RERANK_WEIGHTS.coverage],
      ['lm', -0.5],
    ]);
  });

  it('prefer covered, likely and plausible texts', async () => {
    expect(await scored('coverage', ['A dog catches', 'A dog', 'A cat'])).toEqual([1, 0.5, 0]);
    const [known, strange] = await scored('lm', ['A dog catches a ball', 'A ball catches the a']);
    expect(known).toBeGreaterThan(strange);
    expect(await scored('conceptnet', ['A dog catches', 'A dog ball'])).toEqual([1, 0]);
  });

  it('name the file that they depend on', async () => {
    expect(Object.keys((await make('conceptnet')).depends ?? {})).toEqual(['conceptnet']);
    expect((await make('coverage')).depends).toEqual({});
  });

  it('say what is missing or unknown', async () => {
    await expect(make('spelling')).rejects.toThrow(/"spelling" is not a feature/);
    await expect(make('conceptnet', { conceptnet: undefined })).rejects.toThrow(/give it with conceptnet=FILE/);
    await expect(make('lm', { pool: [] })).rejects.toThrow(/--train/);
    await expect(make('coverage', { benchmark: { name: 'codah' } })).rejects.toThrow(/codah has none/);
  });
});
