import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildStep, defineStep, InputError, type Shard, type ToolNeeds, type Tools } from '@sensebench/metrics/internal/core';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SHARD_ROWS } from './shard-results.ts';
import { folderStore, memoryStore, type ShardStore } from './shard-store.ts';
import { createStepRunner, type StepRunnerOptions } from './step-runner.ts';

const folder = mkdtempSync(join(tmpdir(), 'steps-'));
afterAll(() => rmSync(folder, { recursive: true }));

const plain: Tools = { tokens: () => [], analyse: async () => [], ids: {} };

function runner({ store = memoryStore(), tools = plain, ...own }: Partial<Omit<StepRunnerOptions, 'tools'>> & { tools?: Tools } = {}) {
  return createStepRunner({ store, tools: async () => tools, signal: new AbortController().signal, clock: () => 0, ...own });
}

async function all<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const found: Value[] = [];
  for await (const value of values) found.push(value);
  return found;
}

const numbers = (...rows: number[]) => ({ name: 'numbers', read: () => rows });
const range = (length: number) => Array.from({ length }, (_, i) => i);

/** Counts the shards that were computed. */
function addStep(count = { runs: 0 }, own: Partial<BuildStep<number, number, { by: number }>> = {}) {
  return defineStep<number, number, { by: number }>({
    name: 'add',
    version: 1,
    options: z.object({ by: z.number() }),
    over: 'each',
    run([{ rows }], { by }) {
      count.runs++;
      return { rows: rows.map((row) => row + by), dropped: [] };
    },
    ...own,
  });
}

const sum = defineStep({
  name: 'sum',
  version: 1,
  options: z.object({}),
  over: 'all',
  run: (shards: readonly Shard<number>[]) => ({ rows: [shards.flatMap(({ rows }) => rows).reduce((a, b) => a + b, 0)], dropped: [] }),
});

describe('the key of a step', () => {
  const runs = async (store: ShardStore, step: BuildStep<number, number, { by: number }>, by: number, rows: number[], tools = plain) => {
    const steps = runner({ store, tools });
    await steps.run(step, { by }, await steps.sources([numbers(...rows)]));
  };

  it('is made of name, version, options and content: the same again is cached, everything else is computed', async () => {
    const [store, count] = [memoryStore(), { runs: 0 }];
    await runs(store, addStep(count), 1, [1, 2]);
    await runs(store, addStep(count), 1, [1, 2]);
    expect(count.runs).toBe(1);
    await runs(store, addStep(count), 2, [1, 2]);
    await runs(store, addStep(count), 1, [1, 3]);
    await runs(store, addStep(count, { version: 2 }), 1, [1, 2]);
    await runs(store, addStep(count, { name: 'plus' }), 1, [1, 2]);
    expect(count.runs).toBe(5);
  });

  it('names the needed tools and no others; a tool that is missing counts too', async () => {
    const [store, count] = [memoryStore(), { runs: 0 }];
    const step = addStep(count, { needs: { wordnet: true } });
    const wordnet = {} as NonNullable<Tools['wordnet']>;
    await runs(store, step, 1, [1], { ...plain, wordnet, ids: { wordnet: 'old', embedder: 'a' } });
    await runs(store, step, 1, [1], { ...plain, wordnet, ids: { wordnet: 'old', embedder: 'b' } });
    expect(count.runs).toBe(1);
    await runs(store, step, 1, [1], { ...plain, wordnet, ids: { wordnet: 'new' } });
    await runs(store, step, 1, [1]);
    expect(count.runs).toBe(3);
    await expect(runs(store, step, 1, [1], { ...plain, wordnet })).rejects.toThrow('step add needs the wordnet, which has no id');
  });

  it('is of content, not of the steps before: other options that give the same rows recompute nothing after them', async () => {
    const [store, count] = [memoryStore(), { runs: 0 }];
    for (const version of [1, 2]) {
      const steps = runner({ store });
      const added = await steps.run(addStep({ runs: 0 }, { version }), { by: 1 }, await steps.sources([numbers(1)]));
      await steps.run(addStep(count, { name: 'later' }), { by: 1 }, added);
    }
    expect(count.runs).toBe(1);
  });
});

describe('shards', () => {
  it('of sources are bounded, and a step over each goes on after a stop with those that are there', async () => {
    const store = folderStore(join(folder, 'resume'), { warn: () => undefined });
    const count = { runs: 0 };
    const source = { name: 'many', read: () => range(SHARD_ROWS * 2 + 1) };
    const failing = addStep(count, {
      run([{ rows }], { by }) {
        if (rows[0] === SHARD_ROWS * 2) throw new Error('power cut');
        count.runs++;
        return { rows: rows.map((row) => row + by), dropped: [] };
      },
    });
    const first = runner({ store });
    await expect(first.run(failing, { by: 1 }, await first.sources([source]))).rejects.toThrow('power cut (step add)');
    const again = runner({ store });
    const keys = await again.run(addStep(count), { by: 1 }, await again.sources([source]));
    expect(keys).toHaveLength(3);
    expect(count.runs).toBe(3);
    expect(again.log).toEqual([{ step: 'add', shards: 3, cached: 2, ms: 0 }]);
    expect(await all(again.rows(keys))).toEqual(range(SHARD_ROWS * 2 + 1).map((n) => n + 1));
  });

  it('of a large result are cut, with their vectors, drops and facts', async () => {
    const rows = range(SHARD_ROWS + 2);
    const large = defineStep({
      name: 'large',
      version: 1,
      options: z.object({}),
      over: 'all',
      run: () => ({
        rows,
        dropped: rows.map((row) => ({ step: 'large', rule: 'odd', ids: [String(row)] })),
        vectors: Float32Array.from(rows.flatMap((row) => [row, -row])),
        facts: { mean: 0.5 },
      }),
    });
    const steps = runner();
    const keys = await steps.run(large, {}, []);
    expect(keys).toHaveLength(2);
    expect(await all(steps.rows(keys))).toEqual(rows);
    expect((await all(steps.vectors(keys))).map(({ length }) => length)).toEqual([2 * SHARD_ROWS, 4]);
    expect([...(await all(steps.vectors(keys)))[1]]).toEqual([2048, -2048, 2049, -2049]);
    expect(await all(steps.facts(keys))).toEqual([{ mean: 0.5 }]);
    expect((await all(steps.ledger())).map(({ ids }) => Number(ids[0]))).toEqual(rows);
  });

  it('meet in pairs, each once, a shard alone on the diagonal', async () => {
    const met = defineStep({
      name: 'meet',
      version: 1,
      options: z.object({}),
      over: 'pairs',
      run: (shards: readonly Shard<number>[]) => ({ rows: [shards.map(({ rows }) => rows[0]).join('-')], dropped: [] }),
    });
    const steps = runner();
    const from = await steps.sources([numbers(1), numbers(2), numbers(3)]);
    expect(await all(steps.rows(await steps.run(met, {}, from)))).toEqual(['1', '1-2', '1-3', '2', '2-3', '3']);
  });

  it('are the same from a step and from the cache: what JSON does not keep is never there', async () => {
    const step = defineStep({
      name: 'odd',
      version: 1,
      options: z.object({}),
      over: 'all',
      run: () => ({ rows: [{ a: undefined, b: new Date(0) }], dropped: [] }),
    });
    const steps = runner();
    expect(await all(steps.rows<unknown>(await steps.run(step, {}, [])))).toStrictEqual([{ b: '1970-01-01T00:00:00.000Z' }]);
  });

  it('that are gone or damaged are computed again, and the result is the same', async () => {
    const place = join(folder, 'damage');
    const said: string[] = [];
    const build = async () => {
      const store = folderStore(place, { warn: (line) => said.push(line) });
      const steps = runner({ store });
      const added = await steps.run(addStep(), { by: 1 }, await steps.sources([{ name: 'many', read: () => range(3 * SHARD_ROWS) }]));
      return { rows: await all(steps.rows(await steps.run(sum, {}, added))), log: steps.log };
    };
    const whole = await build();
    const files = readdirSync(place).sort();
    for (const [i, name] of files.entries()) if (i % 2 === 0) rmSync(join(place, name));
    expect((await build()).rows).toEqual(whole.rows);
    expect(said).toEqual([]);
    const victim = readdirSync(place).find((name) => name.startsWith('add-')) ?? '';
    const bytes = readFileSync(join(place, victim));
    bytes[bytes.length - 3] ^= 1;
    writeFileSync(join(place, victim), bytes);
    const mended = await build();
    expect(mended.rows).toEqual(whole.rows);
    expect(mended.log[0]).toMatchObject({ shards: 3, cached: 2 });
    expect(said).toEqual([expect.stringMatching(/add-.*\.shard is damaged: what it holds is computed again/)]);
  });
});

describe('the ledger', () => {
  it('holds what sources and steps dropped, in their order, from the cache too', async () => {
    const store = memoryStore();
    const even = addStep(undefined, {
      name: 'even',
      run: ([{ rows }]) => ({
        rows: rows.filter((row) => row % 2 === 0),
        dropped: rows.filter((row) => row % 2 === 1).map((row) => ({ step: 'even', rule: 'odd', ids: [String(row)] })),
      }),
    });
    for (let round = 0; round < 2; round++) {
      const steps = runner({ store });
      const from = await steps.sources([
        {
          name: 'file',
          read(drop) {
            drop({ step: 'read', rule: 'empty line', ids: ['x'] });
            return [1, 2, 3];
          },
        },
      ]);
      const keys = await steps.run(even, { by: 0 }, from);
      expect((await all(steps.ledger())).map(({ ids }) => ids[0])).toEqual(['x', '1', '3']);
      expect((await all(steps.ledger(keys))).map(({ ids }) => ids[0])).toEqual(['1', '3']);
    }
  });
});

describe('misuse', () => {
  const give = async (result: unknown) => {
    const steps = runner();
    const bad = addStep(undefined, { run: () => result as Shard<number> });
    await steps.run(bad, { by: 1 }, await steps.sources([numbers(1, 2)]));
  };

  it.each([
    [undefined, 'but this one gave undefined (step add)'],
    [[1, 2], 'but this one gave a list (step add)'],
    [{ dropped: [] }, 'but this one gave an object with dropped (step add)'],
    [{ rows: [1] }, 'but this one gave an object with rows (step add)'],
    [{ rows: [1, undefined], dropped: [] }, 'row 1 is undefined (step add)'],
    [{ rows: [1, 2], dropped: [], vectors: new Float32Array(3) }, '3 numbers of vectors do not fit 2 rows (step add)'],
    [{ rows: [], dropped: [], vectors: new Float32Array(3) }, '3 numbers of vectors do not fit 0 rows (step add)'],
  ])('a result that is not a shard: %j', async (result, message) => {
    await expect(give(result)).rejects.toThrow(message);
  });

  it('an error keeps its class and says the step, in its stack too', async () => {
    const steps = runner();
    const from = await steps.sources([numbers(1)]);
    const wrong = addStep(undefined, {
      run() {
        throw new InputError('is empty', { file: 'a.txt' });
      },
    });
    const error = await steps.run(wrong, { by: 1 }, from).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ message: 'a.txt: is empty (step add)', place: { file: 'a.txt' } });
    expect((error as Error).stack).toContain('is empty (step add)');
  });

  it('options of another shape, or that a key cannot name', async () => {
    const steps = runner();
    const step = addStep();
    await expect(steps.run(step, { by: 'x' } as never, [])).rejects.toThrow('step add: wrong options');
    const sets = defineStep({
      name: 'sets',
      version: 1,
      options: z.object({ stop: z.set(z.string()) }),
      over: 'all',
      run: () => ({ rows: [], dropped: [] }),
    });
    await expect(steps.run(sets, { stop: new Set(['a']) }, [])).rejects.toThrow('step sets: options.stop is not plain JSON');
  });

  it('a tool that the step did not ask for', async () => {
    const steps = runner();
    const sly = addStep(undefined, {
      async run(_, __, { analyse }) {
        await analyse(['x']);
        return { rows: [], dropped: [] };
      },
    });
    await expect(steps.run(sly, { by: 1 }, await steps.sources([numbers(1)]))).rejects.toThrow('step add analyses text without naming it');
  });
});

describe('running', () => {
  it('stops between shards when asked to, and says the reason as it is', async () => {
    const stop = new AbortController();
    const steps = runner({ signal: stop.signal });
    const from = await steps.sources([numbers(1), numbers(2)]);
    const stopping = addStep(undefined, {
      run([{ rows }]) {
        stop.abort(new Error('Ctrl-C'));
        return { rows, dropped: [] };
      },
    });
    await expect(steps.run(stopping, { by: 1 }, from)).rejects.toThrow(/^Ctrl-C$/);
  });

  it('shows one bar for a whole step', async () => {
    const shown: [string, number, number][] = [];
    const progress = (label: string, total: number) => ({
      update: (done: number) => shown.push([label, total, done]),
      stop: () => undefined,
    });
    const steps = runner({ progress });
    const slow = addStep(undefined, {
      run([{ rows }], _, tools) {
        tools.progress(1);
        return { rows, dropped: [] };
      },
    });
    await steps.run(slow, { by: 1 }, await steps.sources([numbers(1, 2), numbers(3)]));
    expect(shown).toEqual([
      ['add', 3, 1],
      ['add', 3, 2],
      ['add', 3, 3],
    ]);
  });

  it('asks for the tools that the options ask for', async () => {
    const asked: ToolNeeds[] = [];
    const steps = createStepRunner({
      store: memoryStore(),
      tools: async (needs) => {
        asked.push(needs);
        return { ...plain, ids: { analyser: 'a' } };
      },
      signal: new AbortController().signal,
      clock: () => 0,
    });
    await steps.run(addStep(undefined, { needs: ({ by }) => ({ analyse: by > 1 ? 'deep' : true }) }), { by: 2 }, []);
    expect(asked).toEqual([{ analyse: 'deep' }]);
  });
});
