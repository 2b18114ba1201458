import type { Benchmark, Item, Runner } from '@sensebench/metrics/internal/core';
import { expect, it } from 'vitest';
import { showMarks } from '../report/index.ts';
import { describeDryRun, dryRun } from './dry-run.ts';

const items: Item[] = ['a', 'b', 'c', 'd'].map((id) => ({ id, input: `${id}\u001b[31m\u202e`, references: [], meta: {} }));
const benchmark = {
  name: 'toy',
  prompts: {
    plain: {
      summary: '',
      source: 'ours',
      kind: 'chat',
      shots: 0,
      render: ({ item }: { item: Item }) => [{ role: 'user', content: `Say ${item.input}` }],
    },
  },
} as unknown as Benchmark;
const runner: Runner = {
  id: 'toy',
  predict: () => {
    throw new Error('asked');
  },
};
const options = {
  benchmark,
  runner,
  dataset: 'toy.jsonl',
  items,
  pool: [],
  orders: 1,
  repeats: 2,
  seed: 1,
  signal: new AbortController().signal,
};

it('shows three prompts, counts tokens and cost of all, and asks nothing', async () => {
  const dry = await dryRun({ ...options, runner: { ...runner, price: { input: 1, output: 10 }, settings: { maxOutputTokens: 5 } } });
  // "Say a", an escape sequence of 5 bytes and a mark of 3: 13 bytes are 4 tokens.
  expect(dry).toMatchObject({
    prompts: 8,
    inputTokens: 32,
    mostOutputTokens: 40,
    first: [{ id: 'a', tokens: 4 }, { id: 'b' }, { id: 'c' }],
  });
  expect(dry.cost?.input).toBeCloseTo(32e-6, 10);
  expect(dry.cost?.most).toBeCloseTo(432e-6, 10);
});

it('prints control characters so that no terminal obeys them', async () => {
  const text = describeDryRun(await dryRun(options), showMarks);
  expect(text).toContain('Say a\ufffd[31m\\u202e');
  expect(text).not.toMatch(/[\u001b\u202e]/);
  expect(text).toContain('cost: unknown without the price of the model');
});

it('says that a model without a prompt has nothing to show', async () => {
  await expect(dryRun({ ...options, runner: { ...runner, withoutPrompt: true } })).rejects.toThrow('nothing to show');
});
