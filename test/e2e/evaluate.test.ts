/** Evaluation against a server that fails in every way, a process that is killed, a budget, a key: nothing twice, nothing lost, nothing told. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Benchmark, Item, Runner, Scores } from '../../packages/metrics/src/core/index.ts';
import { loadTools } from '../../packages/metrics/src/metrics/index.ts';
import { createToolbox } from '../../packages/sensebench/src/app/tools.ts';
import { commonGen } from '../../packages/sensebench/src/benchmarks/commongen/benchmark.ts';
import { action as evaluateCommand } from '../../packages/sensebench/src/cli/commands/evaluate.ts';
import { scoreBenchmark } from '../../packages/sensebench/src/cli/commands/score.ts';
import { type EvaluateOptions, evaluate, predict } from '../../packages/sensebench/src/evaluate/index.ts';
import { openRun, predictionKey, readPredictions } from '../../packages/sensebench/src/files/index.ts';
import { createCachedRunner, createOpenAiRunner, type OpenAiRunnerOptions } from '../../packages/sensebench/src/runners/index.ts';
import { type FakeOpenAi, type FakeOpenAiOptions, startFakeOpenAi } from '../fake-openai-server.ts';
import { quietContext } from '../quiet-context.ts';

const benchmark: Benchmark = commonGen;
const WORDS = ['dog', 'frisbee', 'boy', 'stone', 'lake', 'kitchen', 'bread', 'horse', 'river', 'ladder', 'paint', 'wall'];
const KEY = 'sk-test-0123456789abcdef';

let folder: string;
let server: FakeOpenAi | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-evaluate-'));
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

function rows(count: number): { concept_set: string; scene: string[] }[] {
  return Array.from({ length: count }, (_, i) => {
    const concepts = [WORDS[i % 12], WORDS[(i + 1 + (i % 5)) % 12], `thing${i}`];
    return {
      concept_set: concepts.join('#'),
      scene: [`The ${concepts.join(' and the ')} are here.`, `A ${concepts[0]} sees ${concepts[2]}.`],
    };
  });
}

async function writeDataset(count: number): Promise<{ dataset: string; items: Item[] }> {
  const dataset = join(folder, 'dev.jsonl');
  await writeFile(
    dataset,
    rows(count)
      .map((row) => JSON.stringify(row))
      .join('\n'),
  );
  const items: Item[] = [];
  for await (const item of benchmark.read(dataset, {})) items.push(item);
  return { dataset, items };
}

const context = quietContext({ tools: loadTools });
/** With all tools, as the command line has them. */
const commands = quietContext({ tools: createToolbox({ environment: {}, say: () => undefined, warn: () => undefined }) });

async function start(options: FakeOpenAiOptions = {}): Promise<FakeOpenAi> {
  server = await startFakeOpenAi(options);
  return server;
}

function runnerOf(fake: FakeOpenAi, options: Partial<OpenAiRunnerOptions> = {}): Runner {
  return createOpenAiRunner({
    model: 'fake',
    baseURL: fake.baseURL,
    apiKey: KEY,
    waitMs: { least: 1, longest: 5 },
    timeoutMs: 2000,
    concurrency: 16,
    ...options,
  });
}

function optionsOf(dataset: string, items: readonly Item[], runner: Runner, more: Partial<EvaluateOptions> = {}): EvaluateOptions {
  return {
    benchmark,
    runner,
    dataset,
    items,
    pool: [],
    out: join(folder, 'run'),
    orders: 1,
    repeats: 1,
    seed: 17,
    recorded: {},
    scorer: context.scorer(['bleu']),
    ...more,
  };
}

async function idsOf(out: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of readPredictions(out)) ids.push(id);
  return ids;
}

describe('500 items against a server that fails', () => {
  it('all end, none twice, none lost', async () => {
    const bad = ['rate limit', 'error', 'cut', 'wrong JSON', 'no text', 'slow', 'hang up'] as const;
    const number = (prompt: string) => Number(/thing(\d+)$/.exec(prompt)?.[1]);
    // Every prompt fails in up to three ways before it is answered; a few hang until the time limit.
    const fake = await start({
      behave: (attempt, prompt) => {
        const n = number(prompt);
        if (attempt === 0 && n % 250 === 7) return 'hang';
        return attempt < n % 4 ? bad[(n + attempt) % bad.length] : 'answer';
      },
    });
    const { dataset, items } = await writeDataset(500);
    const { asked, scores } = await evaluate(optionsOf(dataset, items, runnerOf(fake, { timeoutMs: 5000 })), context);
    expect(asked).toBe(500);
    expect((await idsOf(join(folder, 'run'))).sort()).toEqual(items.map(({ id }) => id).sort());
    expect([...fake.answered.values()].every((count) => count === 1)).toBe(true);
    expect(fake.answered.size).toBe(500);
    expect([...fake.asked.values()].reduce((sum, count) => sum + count)).toBeGreaterThan(1000);
    expect(scores.items).toBe(500);
    expect(scores.incomplete).toBeUndefined();
  });

  it('waits as long as Retry-After says', async () => {
    const fake = await start({ behave: (attempt) => (attempt === 0 ? 'rate limit' : 'answer'), retryAfter: '0.6' });
    const { dataset, items } = await writeDataset(1);
    const started = performance.now();
    await evaluate(optionsOf(dataset, items, runnerOf(fake)), context);
    expect(performance.now() - started).toBeGreaterThan(590);
  });

  it('gives up after the asked number of tries, and says so; what was answered stays', async () => {
    const fake = await start({ behave: (_, prompt) => (prompt.endsWith('thing9') ? 'error' : 'answer') });
    const { dataset, items } = await writeDataset(10);
    const options = optionsOf(dataset, items, runnerOf(fake, { retries: 2, concurrency: 1 }));
    await expect(evaluate(options, context)).rejects.toMatchObject({ name: 'RunnerError', retryable: true });
    expect(Math.max(...fake.asked.values())).toBe(3);
    expect(await idsOf(options.out)).toHaveLength(9);
  });

  it('leaves out what fails when told to, unless everything does; a rerun asks again', async () => {
    let mended = false;
    const fake = await start({ behave: (_, prompt) => (!mended && /thing[37]$/.test(prompt) ? 'error' : 'answer') });
    const { dataset, items } = await writeDataset(10);
    const options = optionsOf(dataset, items, runnerOf(fake, { retries: 1 }), { skipFailures: true });
    const first = await evaluate(options, context);
    expect(first).toMatchObject({ asked: 8, failed: 2, failure: 'fake: 500 our fault', scores: { incomplete: { answered: 8, of: 10 } } });
    mended = true;
    expect(await evaluate(options, context)).toMatchObject({ asked: 2, kept: 8, failed: 0 });
    const broken = await startFakeOpenAi({ behave: () => 'refuse' });
    const all = optionsOf(dataset, (await writeDataset(40)).items, runnerOf(broken), { skipFailures: true, out: join(folder, 'broken') });
    await expect(evaluate(all, context)).rejects.toThrow(/401/);
    expect(broken.bodies.length).toBeLessThan(40);
    await broken.close();
  });

  it('writes what can be read again, whatever the server counts', async () => {
    const fake = await start({ usage: { prompt_tokens: null, completion_tokens: 2.5 } });
    const { dataset, items } = await writeDataset(2);
    const options = optionsOf(dataset, items, runnerOf(fake, { price: { input: 1, output: 1 } }));
    await evaluate(options, context);
    expect(await evaluate(options, context)).toMatchObject({ asked: 0, kept: 2 });
    const [first] = await collect(readPredictions(options.out));
    expect(first.usage).toEqual({ inputTokens: 0, outputTokens: 3, cost: 3e-6 });
  });

  it('counts tokens and cost, sends seed, stop and lengths', async () => {
    const fake = await start();
    const { dataset, items } = await writeDataset(2);
    const runner = runnerOf(fake, { endpoint: 'completion', maxOutputTokens: 33, price: { input: 1, output: 2 } });
    const { cost } = await evaluate(optionsOf(dataset, items, runner, { prompt: 'gpt2' }), context);
    const [first] = await collect(readPredictions(join(folder, 'run')));
    expect(first.usage).toEqual({ inputTokens: 4, outputTokens: 7, cost: (4 + 2 * 7) / 1e6 });
    expect(cost).toBeCloseTo(2 * 18e-6, 12);
    expect(fake.bodies[0]).toMatchObject({ model: 'fake', max_tokens: 33, seed: 17, stop: ['\n'], temperature: 0 });
    expect(fake.bodies[0].logprobs).toBeUndefined();
  });
});

describe('a run', () => {
  it('stops when its budget is used up, and counts what an earlier sitting spent', async () => {
    const fake = await start();
    const { dataset, items } = await writeDataset(50);
    const runner = runnerOf(fake, { concurrency: 2, price: { input: 1e5, output: 1e5 } });
    const first = await evaluate(optionsOf(dataset, items, runner, { maxCost: 30 }), context);
    expect(first.asked + first.left).toBe(50);
    expect(first.left).toBeGreaterThan(20);
    expect(first.cost).toBeGreaterThanOrEqual(30);
    expect(first.cost).toBeLessThan(45);
    expect(first.scores.incomplete).toEqual({ answered: first.asked, of: 50 });
    const second = await evaluate(optionsOf(dataset, items, runner, { maxCost: 30 }), context);
    expect(second).toMatchObject({ asked: 0, kept: first.asked, left: first.left });
    const third = await evaluate(optionsOf(dataset, items, runner, { maxCost: 1000 }), context);
    expect(third).toMatchObject({ asked: first.left, left: 0 });
  });

  it('refuses to mix datasets, prompts, models, settings and training items in one folder', async () => {
    const fake = await start();
    const { dataset, items } = await writeDataset(4);
    const base = optionsOf(dataset, items.slice(0, 2), runnerOf(fake), { pool: items.slice(2), shots: 1 });
    await evaluate(base, context);
    const before = await readFile(join(base.out, 'predictions.jsonl'));
    const changes: [RegExp, Partial<EvaluateOptions>][] = [
      [/another prompt/, { prompt: 't5' }],
      [/another dataset/, { items: items.slice(0, 1) }],
      [/another options/, { runner: runnerOf(fake, { temperature: 0.7 }) }],
      [/another (options|prompt)/, { shots: 2 }],
      [/another runner/, { runner: runnerOf(fake, { model: 'other' }) }],
      [/another (options|prompt)/, { pool: items.slice(2).reverse() }],
      [/another (seed|prompt)/, { seed: 18 }],
    ];
    for (const [message, change] of changes) await expect(evaluate({ ...base, ...change }, context)).rejects.toThrow(message);
    const changed = { ...benchmark, prompts: { chat: { ...benchmark.prompts.chat, render: () => 'something else' } } };
    await expect(evaluate({ ...base, benchmark: changed }, context)).rejects.toThrow(/another prompt/);
    expect(await readFile(join(base.out, 'predictions.jsonl'))).toEqual(before);
  });

  it('averages over orders and repeats, each asked once', async () => {
    const fake = await start({
      say: (prompt) => (/thing[024]/.test(prompt) ? 'The dog and the frisbee are here.' : 'Nothing of the dog.'),
    });
    const { dataset, items } = await writeDataset(6);
    const { asked, scores } = await evaluate(
      optionsOf(dataset, items, runnerOf(fake), { orders: 3, repeats: 2, intervals: { seed: 1 } }),
      context,
    );
    expect(asked).toBe(36);
    const keys = new Set((await collect(readPredictions(join(folder, 'run')))).map(predictionKey));
    expect(keys.size).toBe(36);
    const [low, high] = scores.spread?.bleu1 ?? [];
    expect(low).toBeLessThanOrEqual(scores.corpus.bleu1 ?? Number.NaN);
    expect(high).toBeGreaterThanOrEqual(scores.corpus.bleu1 ?? Number.NaN);
    const [from, to] = scores.intervals?.bleu1 ?? [];
    expect(from).toBeLessThan(scores.corpus.bleu1 ?? Number.NaN);
    expect(to).toBeGreaterThan(scores.corpus.bleu1 ?? Number.NaN);
  });

  it('draws examples by seed and id, records them, and never shows an item its own answer', async () => {
    const fake = await start();
    const { dataset, items } = await writeDataset(12);
    await evaluate(optionsOf(dataset, items, runnerOf(fake), { pool: items, shots: 3 }), context);
    const predictions = await collect(readPredictions(join(folder, 'run')));
    for (const { id, examples } of predictions) {
      expect(new Set(examples).size).toBe(3);
      expect(examples).not.toContain(id);
    }
    expect(new Set(predictions.map(({ examples }) => examples.join())).size).toBeGreaterThan(8);
  });

  it('puts retrieved texts into prompts that have a place for them, and refuses others', async () => {
    const fake = await start();
    const { dataset, items } = await writeDataset(2);
    const retrieve = async () => ['A sentence from far away.'];
    await evaluate(optionsOf(dataset, items, runnerOf(fake), { retrieve }), context);
    expect(JSON.stringify(fake.bodies[0])).toContain('A sentence from far away.');
    const other = optionsOf(dataset, items, runnerOf(fake), { retrieve, prompt: 't5', out: join(folder, 'other') });
    await expect(evaluate(other, context)).rejects.toThrow(/no place for retrieved texts/);
  });

  it('answers from the cache what was asked before with the same settings, and nothing else', async () => {
    const fake = await start();
    const { dataset, items } = await writeDataset(5);
    const cached = (more: Partial<OpenAiRunnerOptions> = {}) =>
      createCachedRunner(runnerOf(fake, { price: { input: 1, output: 1 }, ...more }), { folder: join(folder, 'cache') });
    const first = await evaluate(optionsOf(dataset, items, cached(), { out: join(folder, 'a') }), context);
    const second = await evaluate(optionsOf(dataset, items, cached(), { out: join(folder, 'b') }), context);
    expect(fake.bodies).toHaveLength(5);
    expect(second.scores).toEqual(first.scores);
    expect(first.cost).toBeGreaterThan(0);
    expect(second.cost).toBe(0);
    await evaluate(optionsOf(dataset, items, cached({ temperature: 1 }), { out: join(folder, 'c') }), context);
    await evaluate(optionsOf(dataset, items, cached(), { out: join(folder, 'd'), seed: 18 }), context);
    await evaluate(optionsOf(dataset, items, cached(), { out: join(folder, 'e'), prompt: 't5' }), context);
    expect(fake.bodies).toHaveLength(20);
  });
});

describe('memory', () => {
  it('stays flat over 50,000 predictions', async () => {
    const count = 50_000;
    const items: Item[] = Array.from({ length: count }, (_, i) => ({
      id: String(i),
      input: { concepts: ['dog', 'run', 'park'] },
      references: ['A dog runs.'],
      meta: {},
    }));
    const text = 'x'.repeat(500);
    const runner: Runner = { id: 'instant', concurrency: 8, predict: async () => ({ text }) };
    const run = await openRun(join(folder, 'run'), {
      benchmark: 'commongen',
      runner: 'instant',
      prompt: { name: 't5', sha256: '' },
      dataset: { name: 'x', sha256: '', items: count },
      options: {},
      seed: 1,
      versions: {},
    });
    const heaps: number[] = [];
    let updates = 0;
    const watch = {
      update: () => {
        if (++updates % 10_000 === 0) heaps.push(usedHeap());
      },
      stop: () => undefined,
    };
    const options = { benchmark, runner, template: benchmark.prompts.t5, items, pool: [], shots: 0, orders: 1, repeats: 1, seed: 1 };
    const { asked } = await predict(run, options, { signal: context.signal, progress: () => watch });
    await run.close();
    expect(asked).toBe(count);
    expect(heaps).toHaveLength(5);
    console.info(`heap after each 10,000 predictions: ${heaps.map((bytes) => (bytes / 1e6).toFixed(0)).join(', ')} MB`);
    // 50 MB of predictions were written; what remains per prediction is its key.
    expect(heaps[4] - heaps[0]).toBeLessThan(20e6);
  });
});

describe('the API key', () => {
  it('is in no file and no message, even when the server repeats it', async () => {
    const fake = await start({
      say: () => `You sent ${KEY} to me.`,
      behave: (_, prompt) => (prompt.endsWith('thing2') ? 'refuse' : 'answer'),
    });
    const { dataset, items } = await writeDataset(3);
    const out = join(folder, 'run');
    const error = await evaluate(optionsOf(dataset, items, runnerOf(fake, { concurrency: 1 })), context).catch((each: unknown) => each);
    expect(error).toMatchObject({ name: 'RunnerError', message: 'fake: 401 Incorrect API key provided: [key].', retryable: false });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(KEY);
    await evaluate(optionsOf(dataset, items.slice(0, 2), runnerOf(fake), { out: join(folder, 'two') }), context);
    expect(fake.keys).toEqual(new Set([KEY]));
    for (const run of [out, join(folder, 'two')]) {
      for (const name of await readdir(run)) expect(await readFile(join(run, name), 'utf8')).not.toContain(KEY);
    }
  });
});

describe('a killed process', () => {
  it('loses only what was under way: the rerun ends with the same ids and the same scores.json', async () => {
    const fake = await start({ delayMs: 15 });
    const { dataset, items } = await writeDataset(150);
    await mkdir(join(folder, 'runs'));
    const cli = (out: string) =>
      spawn(
        process.execPath,
        [
          '--import',
          'tsx',
          'packages/sensebench/src/cli/main.ts',
          ...['evaluate', 'commongen', '--dataset', dataset, '--model', `openai:fake@${fake.baseURL}(concurrency=4)`],
          ...['--metrics', 'bleu', '--out', out, '--json'],
        ],
        { cwd: join(import.meta.dirname, '../..'), env: { ...process.env, OPENAI_API_KEY: KEY }, stdio: ['ignore', 'pipe', 'pipe'] },
      );
    const finish = async (child: ReturnType<typeof cli>) => {
      let said = '';
      child.stdout.on('data', (chunk) => (said += String(chunk)));
      child.stderr.on('data', (chunk) => (said += String(chunk)));
      const [code] = (await once(child, 'close')) as [number];
      expect(said).not.toContain(KEY);
      return { code, said };
    };
    const broken = join(folder, 'runs', 'broken');
    const child = cli(broken);
    const lines = async () => (existsSync(join(broken, 'predictions.jsonl')) ? (await idsOf(broken).catch(() => [])).length : 0);
    while ((await lines()) < 30) await new Promise((resolve) => setTimeout(resolve, 10));
    child.kill('SIGKILL');
    await once(child, 'close');
    const kept = await lines();
    expect(kept).toBeLessThan(150);
    const before = fake.bodies.length;
    const rerun = await finish(cli(broken));
    expect(rerun.code, rerun.said).toBe(0);
    expect(fake.bodies.length - before).toBe(150 - kept);
    expect(fake.bodies.length).toBeLessThanOrEqual(150 + 4);
    const whole = join(folder, 'runs', 'whole');
    expect((await finish(cli(whole))).code).toBe(0);
    expect((await idsOf(broken)).sort()).toEqual(items.map(({ id }) => id).sort());
    expect(await readFile(join(broken, 'scores.json'), 'utf8')).toBe(await readFile(join(whole, 'scores.json'), 'utf8'));
  });
});

async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const row of rows) list.push(row);
  return list;
}

function usedHeap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

describe('a file of predictions', () => {
  it('scores the same through score and through file:, with prediction, output and lists', async () => {
    const { dataset, items } = await writeDataset(4);
    const file = join(folder, 'mine.jsonl');
    const said = [
      { prediction: 'A dog sees a frisbee. It runs.' },
      { output: 'Sure: The boy is here. He runs.' },
      { prediction: ['The stone is here.', 'The lake is here.'] },
      { prediction: 'nothing' },
    ];
    await writeFile(file, items.map(({ id }, i) => JSON.stringify({ id, ...said[i] })).join('\n'));
    const options = { dataset, metrics: ['bleu', 'coverage'] };
    const run = join(folder, 'run');
    const evaluated = await evaluateCommand.run(
      evaluateCommand.options.parse({ ...options, benchmark: 'commongen', model: `file:${file}`, out: run }),
      commands,
    );
    const score = scoreBenchmark(benchmark);
    const scored = await score.run(score.options.parse({ ...options, predictions: [file] }), commands);
    expect((evaluated.json as Scores).corpus).toEqual((scored.json as Scores).corpus);
    expect((evaluated.json as Scores).perItem).toEqual((scored.json as Scores).perItem);
  });
});

describe('a dataset without references', () => {
  it('gives predictions to submit, and says that there is nothing to score', async () => {
    const dataset = join(folder, 'test.jsonl');
    await writeFile(
      dataset,
      rows(3)
        .map(({ concept_set }) => JSON.stringify({ concept_set }))
        .join('\n'),
    );
    const out = join(folder, 'run');
    const call = evaluateCommand.options.parse({ benchmark: 'commongen', dataset, model: 'keywords', out });
    const { json, text } = await evaluateCommand.run(call, commands);
    expect(json).toMatchObject({ items: 3, scores: null, predictions: join(out, 'predictions.txt') });
    expect(text).toContain('nothing to score');
    expect((await readFile(join(out, 'predictions.txt'), 'utf8')).trimEnd().split('\n')).toHaveLength(3);
    expect(existsSync(join(out, 'scores.json'))).toBe(false);
  });
});
