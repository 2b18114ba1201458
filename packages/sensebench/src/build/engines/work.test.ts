import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildStep, defineStep, InputError, type Shard, type Tools } from '@sensebench/metrics/internal/core';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { collect, createStepRunner, folderStore, type ShardStore } from '../steps/index.ts';
import { demandPlainPath, type Engine, type EngineWork, shellWords } from './engine.ts';
import { readFailure } from './failures.ts';
import { driveStages } from './open-steps.ts';
import { queryOf } from './spark.ts';
import { numbersOf, readNumbers, type Worked, work } from './work.ts';

const home = mkdtempSync(join(tmpdir(), 'work-'));
afterAll(() => rmSync(home, { recursive: true }));

const tools: Tools = { tokens: () => [], analyse: async () => [], wordnet: {} as Tools['wordnet'], ids: { wordnet: 'w1' } };
const world = { version: '1.0.0', signal: new AbortController().signal, check: () => undefined, tools: async () => tools };

/** Needs a tool, so that it is worth sending. */
const double = defineStep({
  name: 'double',
  version: 1,
  options: z.object({}),
  needs: { wordnet: true },
  over: 'each',
  run: ([{ rows }]: readonly Shard<number>[]) => ({ rows: rows.map((row) => 2 * row), dropped: [] }),
}) as unknown as BuildStep;

function open(name: string): { folder: string; store: ShardStore } {
  const folder = join(home, name);
  return { folder, store: folderStore(folder, { warn: () => undefined, shared: true }) };
}

/** An engine of this process; `spoil` may change how a round goes. */
function engineOf(
  { store }: { store: ShardStore },
  steps: readonly BuildStep[],
  spoil: (round: number, given: EngineWork) => Partial<Parameters<typeof work>[0]> = () => ({}),
) {
  const rounds: Worked[][] = [];
  const engine: Engine = {
    name: 'a test',
    fewest: 1,
    async run(given) {
      const own: Worked[] = [];
      rounds.push(own);
      const shards = Array.from({ length: given.units }, (_, i) => i);
      const options = { ...world, ...given, shards, folder: given.store, store, steps: async () => steps, ...spoil(rounds.length, given) };
      for await (const worked of work(options)) own.push(worked);
    },
    close: async () => undefined,
  };
  return { engine, rounds };
}

async function build(place: { folder: string; store: ShardStore }, step: BuildStep, engine: Engine, files = 3): Promise<unknown[]> {
  const elsewhere = driveStages({ ...place, ...world, engine, benchmark: 'any', say: () => undefined });
  const runner = createStepRunner({ ...world, store: place.store, elsewhere, clock: () => 0 });
  const sources = Array.from({ length: files }, (_, i) => ({ name: `${i}`, read: () => [i, i + 10] }));
  return collect(runner.rows(await runner.run(step, {}, await runner.sources(sources))));
}

const DOUBLED = [0, 20, 2, 22, 4, 24];

describe('a build on an engine', () => {
  it('has the rows of a build without one, and the second time nothing is computed', async () => {
    const place = open('same');
    const { engine, rounds } = engineOf(place, [double]);
    expect(await build(place, double, engine)).toEqual(DOUBLED);
    expect(rounds).toEqual([[0, 1, 2].map((index) => ({ index, status: 'done' }))]);
    expect(await build(place, double, engine)).toEqual(DOUBLED);
    expect(rounds).toHaveLength(1);
  });

  it('sends only what is missing again, whatever the engine said', async () => {
    const place = open('again');
    const { engine, rounds } = engineOf(place, [double], (round) => (round === 1 ? { shards: [1] } : {}));
    expect(await build(place, double, engine)).toEqual(DOUBLED);
    expect(rounds.map((own) => own.length)).toEqual([1, 2]);
  });

  it('computes a shard again that was cut short', async () => {
    const place = open('torn');
    const { engine, rounds } = engineOf(place, [double]);
    await build(place, double, engine);
    const [name] = readdirSync(place.folder).filter((file) => file.startsWith('double-'));
    truncateSync(join(place.folder, name), 90);
    expect(await build(place, double, engine)).toEqual(DOUBLED);
    expect(rounds.map((own) => own.length)).toEqual([3, 1]);
  });

  it('shows the message of a step that throws, and keeps its trace', async () => {
    const place = open('throws');
    const bad: BuildStep = {
      ...double,
      run: () => {
        throw new InputError('row 7 is not a statement');
      },
    };
    await expect(build(place, bad, engineOf(place, [bad]).engine)).rejects.toThrow('row 7 is not a statement (step double)');
    const [name] = readdirSync(join(place.folder, 'failures'));
    expect((await readFailure(place.folder, name.replace('.json', '')))?.trace).toContain('work.test.ts');
  });

  it('gives up in one line when no round brings a shard', async () => {
    const place = open('idle');
    const { engine, rounds } = engineOf(place, [double], () => ({ shards: [] }));
    await expect(build(place, double, engine)).rejects.toThrow(
      '3 of 3 shards of step double could not be computed on a test: no worker reported a reason',
    );
    expect(rounds).toHaveLength(2);
  });
});

describe('a worker', () => {
  const refused = async (name: string, own: Partial<Parameters<typeof work>[0]>) => {
    const place = open(name);
    return build(place, double, engineOf(place, [double], () => own).engine);
  };

  it('of another version, with another step or other tools computes nothing', async () => {
    await expect(refused('version', { version: '1.0.1' })).rejects.toThrow('this worker is sensebench 1.0.1, the plan is of 1.0.0');
    await expect(refused('step', { steps: async () => [{ ...double, version: 2 }] })).rejects.toThrow('step double is of version 2 here');
    const other = { ...tools, ids: { wordnet: 'w2' } };
    await expect(refused('tools', { tools: async () => other })).rejects.toThrow('the wordnet of this worker is "w2", the plan wants "w1"');
  });

  it('leaves a shard alone that another one has written, and a late one changes nothing', async () => {
    const place = open('two');
    const late: (() => Promise<unknown>)[] = [];
    const { engine, rounds } = engineOf(place, [double], (_, given) => {
      const again = { ...world, ...given, shards: [0, 1, 2], folder: given.store, store: place.store, steps: async () => [double] };
      late.push(() => collect(work(again)));
      return {};
    });
    await Promise.all([build(place, double, engine), build(place, double, engine)]);
    const before = readdirSync(place.folder).sort();
    expect(await late[0]()).toEqual([0, 1, 2].map((index) => ({ index, status: 'cached' })));
    expect(readdirSync(place.folder).sort()).toEqual(before);
    expect(rounds.flat().every((worked) => 'status' in worked)).toBe(true);
  });

  it('is not disturbed by a file that a killed process left', async () => {
    const place = open('left');
    mkdirSync(place.folder);
    const leftover = join(place.folder, 'double-1.shard.partial-999999999-0123456789abcdef01234567deadbeef');
    writeFileSync(leftover, 'half');
    expect(await build(place, double, engineOf(place, [double]).engine)).toEqual(DOUBLED);
    expect(readdirSync(place.folder).filter((name) => name.endsWith('.shard'))).toHaveLength(6);
  });

  it('says which store cannot be written', async () => {
    const file = join(home, 'a-file');
    writeFileSync(file, '');
    const store = folderStore(file, { warn: () => undefined, shared: true });
    await expect(store.write('a-1', { rows: [], dropped: [] })).rejects.toThrow(/a-file/);
  });

  it('reads the numbers of shards', async () => {
    expect([readNumbers('7'), readNumbers('2-4'), readNumbers('3,9,12')]).toEqual([[7], [2, 3, 4], [3, 9, 12]]);
    for (const wrong of ['', 'a', '4-2', '1,,2', '-1']) expect(() => readNumbers(wrong)).toThrow('expected -, 7, 0-15 or 3,9,12');
    const lines = async function* () {
      yield '5\tx';
      yield '6';
    };
    expect(await collect(numbersOf(lines()))).toEqual([5, 6]);
  });
});

describe('what is sent to an engine', () => {
  it('has no blank, quote or dollar sign in a path', () => {
    demandPlainPath('/shared/cache_1/a-b.json');
    for (const path of ['relative', '/with blank', "/it's", '/a"b', `/\${x}`, '/a;b', '/é'])
      expect(() => demandPlainPath(path), path).toThrow('cannot be sent to an engine');
    expect(() => shellWords(['node', '$(x)'])).toThrow('cannot be sent to an engine');
  });

  it('is one query with a task for each shard', () => {
    const command = { program: '/usr/bin/node', words: ['/opt/sensebench.js'], environment: {} };
    const query = queryOf(command, { plan: '/s/plan.json', stage: 'embed', units: 64, store: '/s' });
    expect(query).toContain("USING 'exec /usr/bin/node /opt/sensebench.js work /s/plan.json embed - /s' AS (i INT, status STRING)");
    expect(query).toContain('FROM (SELECT id AS i FROM range(0, 64, 1, 64));');
    expect(query.match(/FIELDS TERMINATED BY '\\t' LINES TERMINATED BY '\\n'/g)).toHaveLength(2);
  });
});
