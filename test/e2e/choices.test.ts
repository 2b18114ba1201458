/** Multiple choice from the prompt to the score: choices by label, by text and by name, in several orders, from files, and with models that misbehave. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Benchmark,
  type Choice,
  defineBenchmark,
  type Item,
  type Runner,
  type RunnerRequest,
  type RunPrediction,
} from '../../packages/metrics/src/core/index.ts';
import { loadTools, score } from '../../packages/metrics/src/metrics/index.ts';
import { createApp } from '../../packages/sensebench/src/app/index.ts';
import { evaluate, readRun } from '../../packages/sensebench/src/evaluate/index.ts';
import { readPredictionTexts } from '../../packages/sensebench/src/files/formats/index.ts';
import { readPredictions } from '../../packages/sensebench/src/files/index.ts';
import {
  createCachedRunner,
  createFileRunner,
  createOpenAiRunner,
  type OpenAiRunnerOptions,
} from '../../packages/sensebench/src/runners/index.ts';
import { type FakeOpenAi, type FakeOpenAiOptions, startFakeOpenAi } from '../fake-openai-server.ts';

type EndingItem = Item<{ start: string; endings: string[] }>;

const benchmark: Benchmark = defineBenchmark<EndingItem>({
  name: 'endings',
  title: 'Endings',
  item: z.custom<EndingItem>(),
  read: () => {
    throw new TypeError('items are made here');
  },
  prompts: {
    chat: {
      summary: 'the beginning and its endings',
      source: 'ours',
      kind: 'chat',
      shots: 0,
      stop: ['\n'],
      render: ({ item, choices = [] }) => [item.input.start, ...choices.map(({ label, text }) => `${label}) ${text}`)].join('\n'),
    },
  },
  choices: (item) => item.input.endings,
  metrics: ['accuracy'],
  breakdowns: {},
  published: [],
});

/** The right ending of item i is "right i", at place i mod 3. */
const items: EndingItem[] = Array.from({ length: 12 }, (_, i) => {
  const endings = ['wrong one', 'wrong two'];
  endings.splice(i % 3, 0, `right ${i}`);
  return { id: String(i), input: { start: `Beginning ${i}`, endings }, references: ['ABC'[i % 3]], meta: {} };
});

let folder: string;
let server: FakeOpenAi | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-choices-'));
  await writeFile(join(folder, 'test.jsonl'), '');
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

const context = {
  progress: () => ({ update: () => undefined, stop: () => undefined }),
  signal: new AbortController().signal,
  tools: loadTools,
  version: '0.0.0',
};

async function run(runner: Runner, { orders = 1, name = 'run', of = benchmark } = {}) {
  const out = join(folder, name);
  const { scores } = await evaluate(
    {
      benchmark: of,
      runner,
      dataset: join(folder, 'test.jsonl'),
      items,
      pool: [],
      out,
      orders,
      repeats: 1,
      seed: 17,
      recorded: {},
      scorer: createApp({ environment: {}, version: '0.0.0' }).scorer(of.metrics),
      intervals: { seed: 17 },
    },
    context,
  );
  const predictions: RunPrediction[] = [];
  for await (const prediction of readPredictions(out)) predictions.push(prediction);
  return {
    scores,
    predictions,
    manifest: JSON.parse(await readFile(join(out, 'run.json'), 'utf8')) as { options: Record<string, unknown>; depends?: object },
    out,
  };
}

/** The label under which a prompt shows the right ending. */
const rightLabel = (prompt: string) => /^(\w)\) right/m.exec(prompt)?.[1] ?? '?';
const rightPlace = ({ choices = [] }: RunnerRequest) => choices.findIndex(({ text }: Choice) => text.startsWith('right'));

async function openai(options: FakeOpenAiOptions, more: Partial<OpenAiRunnerOptions> = {}): Promise<Runner> {
  server = await startFakeOpenAi(options);
  return createOpenAiRunner({
    model: 'fake',
    baseURL: server.baseURL,
    apiKey: 'none',
    waitMs: { least: 1, longest: 2 },
    retries: 1,
    ...more,
  });
}

describe('choices', () => {
  it('are read from the label that the answer names, whatever the order they were shown in', async () => {
    const runner = await openai({ say: (prompt) => `The answer is ${rightLabel(prompt)}, of course.` }, { logprobs: 'off' });
    const { scores, predictions, manifest } = await run(runner, { orders: 3 });
    expect(scores.corpus.accuracy).toBe(1);
    // Wilson, of twelve items.
    expect(scores.intervals?.accuracy).toEqual([expect.closeTo(0.75751, 4), 1]);
    expect(predictions).toHaveLength(36);
    for (const { id, prediction } of predictions) expect(prediction).toBe('ABC'[Number(id) % 3]);
    expect(new Set(predictions.filter(({ id }) => id === '0').map(({ raw }) => raw)).size).toBeGreaterThan(1);
    expect(manifest.options.choices).toBe('named');
    expect(manifest.depends).toEqual({ address: server?.baseURL });
    expect(server?.bodies[0]).toMatchObject({ stop: ['\n'] });
  });

  it.each(['chat', 'completion'] as const)('are scored by the probability of their labels (%s)', async (endpoint) => {
    // The right label is less likely than "The", and more likely than the others; two spellings of it count together.
    const likely = (prompt: string) => ({ The: -0.1, A: -4, ' B': -4, C: -4, [rightLabel(prompt)]: -4, [`${rightLabel(prompt)}\n`]: -4 });
    const runner = await openai({ say: () => 'The', likely }, { endpoint });
    const { scores, predictions, manifest } = await run(runner, { orders: 2 });
    expect(scores.corpus.accuracy).toBe(1);
    expect(manifest.options.choices).toBe('label');
    expect(server?.bodies[0]).toMatchObject(
      endpoint === 'chat' ? { logprobs: true, top_logprobs: 20, max_tokens: 1 } : { logprobs: 20, max_tokens: 1 },
    );
    const [first] = predictions;
    expect(first).toMatchObject({ prediction: 'A', raw: 'The', choices: { by: 'label' } });
    expect(first.choices?.logprobs.A).toBeCloseTo(-4 + Math.log(2), 10);
    expect(Object.keys(first.choices?.logprobs ?? {}).sort()).toEqual(['A', 'B', 'C']);
  });

  it('are read from the text where no label is among the likely tokens', async () => {
    const runner = await openai({ say: (prompt) => rightLabel(prompt), likely: () => ({ maybe: -0.1, A: null }) });
    const { scores, predictions } = await run(runner);
    expect(scores.corpus.accuracy).toBe(1);
    expect(predictions[0].choices).toBeUndefined();
  });

  it('are not scored for a prompt that asks in words of its own', async () => {
    const asked: RunnerRequest[] = [];
    const runner: Runner = {
      id: 'x',
      scores: 'text',
      predict: async (request) => {
        asked.push(request);
        return { text: 'B' };
      },
    };
    const of = { ...benchmark, prompts: { chat: { ...benchmark.prompts.chat, freeText: true } } };
    expect((await run(runner, { of })).manifest.options.choices).toBe('named');
    expect(asked[0].choices).toBeUndefined();
  });

  it('are scored by their texts, and the likeliest is the prediction', async () => {
    const runner: Runner = {
      id: 'scorer',
      scores: 'text',
      predict: async (request) => ({
        text: '',
        choices: { by: 'text', logprobs: (request.choices ?? []).map((_, i) => (i === rightPlace(request) ? -1 : -2)) },
      }),
    };
    const { scores, manifest } = await run(createCachedRunner(runner, { folder: join(folder, 'cache') }), { orders: 2 });
    expect(scores.corpus.accuracy).toBe(1);
    expect(manifest.options.choices).toBe('text');
    const again: Runner = { ...runner, predict: () => Promise.reject(new Error('not asked')) };
    expect((await run(createCachedRunner(again, { folder: join(folder, 'cache') }), { orders: 2, name: 'again' })).scores.corpus).toEqual(
      scores.corpus,
    );
    const few: Runner = { ...runner, id: 'few', predict: async () => ({ text: '', choices: { by: 'text', logprobs: [-1] } }) };
    await expect(run(few, { name: 'few' })).rejects.toMatchObject({ name: 'RunnerError' });
  });

  it('count as wrong where an answer names none, and the page shows the right one', async () => {
    const runner = await openai({ say: (prompt) => (/Beginning \d\n/.test(prompt) ? rightLabel(prompt) : 'I cannot say.') });
    const { scores, out } = await run(runner);
    expect(scores.corpus.accuracy).toBeCloseTo(10 / 12, 12);
    expect(scores.empty).toBe(2);
    const page = await readFile(join(out, 'report.html'), 'utf8');
    expect(page).toContain('<li class="right"><b>A</b> right 0</li>');
    expect(page).not.toContain('class="legend"');
    expect((await readRun(out)).predictions.get('0')?.ended).toBe('stop');
  });
});

describe('what a server says beside the answer', () => {
  it('is kept: reasoning, the end by length, a refusal', async () => {
    const thinking = await openai({ say: () => 'B', message: { reasoning_content: 'Hm.' }, finish: 'length' });
    expect((await run(thinking)).predictions[0]).toMatchObject({ reasoning: 'Hm.', ended: 'length', prediction: 'B' });
    await server?.close();
    const refusing = await openai({ message: { content: null, refusal: 'I will not.' } });
    expect((await run(refusing, { name: 'refused' })).predictions[0]).toMatchObject({
      raw: 'I will not.',
      ended: 'refused',
      prediction: '',
    });
  });
});

describe('a file of predictions', () => {
  const rows = (field: string, say: (i: number) => unknown) => items.map(({ id }, i) => JSON.stringify({ id, [field]: say(i) })).join('\n');

  it.each([
    ['prediction', 'is taken as it is', (i: number) => 'ABC'[i % 3], 1],
    ['prediction', 'is not parsed', (i: number) => `The answer is ${'ABC'[i % 3]}`, 0],
    ['output', 'is read as an answer', (i: number) => `The answer is ${'ABC'[i % 3]}`, 1],
    ['output', 'may be a list of sentences', (i: number) => ['I think.', `The answer is ${'ABC'[i % 3]}.`], 1],
  ] as const)('%s %s, by score and by file: alike', async (field, _, say, expected) => {
    const path = join(folder, 'predictions.jsonl');
    await writeFile(path, rows(field, say));
    const { texts, notes } = await readPredictionTexts(path, items, benchmark);
    expect((await score({ items, predictions: texts, metrics: ['accuracy'] })).corpus.accuracy).toBe(expected);
    expect((await run(await createFileRunner({ path }))).scores.corpus.accuracy).toBe(expected);
    expect(notes.length > 0).toBe(expected === 0);
  });
});
