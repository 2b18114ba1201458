/** Runs build steps over shards: makes their keys, stores finished results and decides where shards are computed. */
import type {
  BuildStep,
  Json,
  Keys,
  LedgerRow,
  Progress,
  Shard,
  ShardReaders,
  StreamStep,
  ToolNeeds,
  Tools,
} from '@sensebench/metrics/internal/core';
import { sha256, stableJson } from '../../files/index.ts';
import { readOptions, runStep, streamStep, toolIds, toolsFor } from './run-step.ts';
import { encodeShard } from './shard-bytes.ts';
import { createShardIndex, createShardReaders, type ShardIndex } from './shard-index.ts';
import { findResult, findShards, type KeptShard, keepResult, keepStream, SHARD_ROWS } from './shard-results.ts';
import type { ShardStore } from './shard-store.ts';
import { createTimeLeft, type ExpectedCosts, type StepLogEntry, type StepTime } from './time-left.ts';

/** Reading is not a step: it happens in every build, and its rows are stored under the hash of their content. */
export interface SourceFile<Row = unknown> {
  name: string;
  /**
   * Rows hold everything that later steps may know of their file, such as its name and its split. `drop` takes rows that are left out;
   * undefined is yielded after many drops, so that they can be stored.
   */
  read(drop: (row: LedgerRow) => void): Iterable<Row | undefined> | AsyncIterable<Row | undefined>;
}

export interface StepRunner {
  sources<Row>(files: readonly SourceFile<Row>[]): Promise<Keys<Row>>;
  run<In, Out, Options>(step: BuildStep<In, Out, Options>, options: Options, from: Keys<In>): Promise<Keys<Out>>;
  /** Runs a step that reads its shards one by one. */
  stream<In, Out, Options>(
    step: StreamStep<In, Out, Options>,
    options: Options,
    from: { readonly [Name in keyof In]: Keys<In[Name]> },
  ): Promise<Keys<Out>>;
  rows<Row>(keys: Keys<Row>): AsyncGenerator<Row>;
  /** The number of rows in these shards. */
  count(keys: Keys): Promise<number>;
  /** The vectors of those shards that have any. */
  vectors(keys: Keys): AsyncGenerator<Float32Array>;
  facts(keys: Keys): AsyncGenerator<Json>;
  /** The rows that were dropped on the way to these shards; without keys, in all sources and steps so far. */
  ledger(keys?: Keys): AsyncGenerator<LedgerRow>;
  /** The relative costs of the steps to come, from which progress bars estimate the remaining time of the build. */
  expect(costs: ExpectedCosts): void;
  log: readonly StepLogEntry[];
}

/** The units of a step whose results are not in the store yet. */
export interface MissingUnits {
  step: string;
  version: number;
  over: BuildStep['over'];
  options: unknown;
  /** The ids of its tools, which are part of the keys. */
  tools: Readonly<Record<string, string>>;
  units: readonly { key: string; inputs: readonly { key: string; hash: string }[] }[];
  /** Called with the number of units that are done. */
  progress(done: number): void;
}

/** Computes units in other processes or on other machines. */
export interface ElsewhereOptions {
  wants(step: { needs: ToolNeeds; over: BuildStep['over']; units: number }): boolean;
  /** Stores all results. */
  compute(missing: MissingUnits): Promise<void>;
}

export interface StepRunnerOptions {
  store: ShardStore;
  /** Default: everything is computed in this process, one unit after the other. */
  elsewhere?: ElsewhereOptions;
  tools(needs: ToolNeeds): Promise<Tools>;
  signal: AbortSignal;
  clock(): number;
  progress?(label: string, total: number): Progress;
}

/** So many drops are written without waiting for a full shard of rows. */
const MOST_DROPS = 32 * SHARD_ROWS;

export function createStepRunner({ store, elsewhere, tools: load, signal, clock, progress }: StepRunnerOptions): StepRunner {
  const log: StepLogEntry[] = [];
  const timeLeft = createTimeLeft(clock);
  const index = createShardIndex(store);

  /** Checks name and options, loads the tools, and returns the part that all keys of the step share. */
  async function prepare<Options>(
    step: Pick<BuildStep<never, unknown, Options>, 'name' | 'version' | 'options' | 'needs'>,
    wanted: Options,
  ) {
    signal.throwIfAborted();
    if (!/^[a-z0-9][a-z0-9-]*$/.test(step.name)) throw new Error(`"${step.name}" cannot name a step: small letters, digits, hyphens`);
    const options = readOptions(step, wanted);
    const needs = typeof step.needs === 'function' ? step.needs(options) : (step.needs ?? {});
    const tools = await load(needs);
    const common = {
      step: step.name,
      version: step.version,
      options: sha256(stableJson(options)),
      tools: toolIds(step.name, needs, tools),
    };
    return { options, needs, tools, common };
  }

  return {
    log,
    expect: timeLeft.expect,
    async sources<Row>(files: readonly SourceFile<Row>[]) {
      const keys: string[] = [];
      for await (const shard of sourceShards(files, signal)) {
        const key = `source-${encodeShard(shard).hash}`;
        index.add((await findShards(store, [key])) ?? [{ key, ...(await store.write(key, shard)) }]);
        keys.push(key);
      }
      return keys;
    },

    async run<In, Out, Options>(step: BuildStep<In, Out, Options>, wanted: Options, from: Keys<In>): Promise<Keys<Out>> {
      const { options, needs, tools, common } = await prepare(step, wanted);
      const start = clock();
      const units: Unit[] = [];
      for (const shards of unitsOf(step.over, from)) {
        signal.throwIfAborted();
        const inputs = await index.hashes(shards);
        const key = `${step.name}-${sha256(stableJson({ ...common, inputs: inputs.map(({ hash }) => hash) }))}`;
        units.push({ key, inputs, rows: await index.countRows(shards), results: await findResult(store, step.over, key) });
      }
      const cached = units.filter(({ results }) => results).length;
      const total = sum(units.map(({ rows }) => rows));
      const bar = createBar(step.name, total, progress, timeLeft.begin(step.name, units.length > 0 ? cached / units.length : 1));
      try {
        if (elsewhere?.wants({ needs, over: step.over, units: units.length - cached }))
          await computeElsewhere(units, { ...step, options, tools: common.tools, bar, store, compute: elsewhere.compute });
        const keys: string[] = [];
        let done = 0;
        for (const [i, { key, inputs, rows, results }] of units.entries()) {
          signal.throwIfAborted();
          const compute = async () => {
            const own = toolsFor(step.name, needs, tools, { signal, progress: (count) => bar.update(done + count) });
            const shards = (await Promise.all(inputs.map((input) => store.read(input.key)))) as Shard<In>[];
            return keepResult(store, step.over, key, await runStep(step, shards, options, own));
          };
          for (const result of index.add(results ?? (await compute()))) keys.push(result);
          done += rows;
          if (i + 1 < units.length) bar.update(done);
        }
        log.push({ step: step.name, shards: units.length, cached, ms: clock() - start });
        return keys;
      } finally {
        bar.stop();
      }
    },

    async stream<In, Out, Options>(
      step: StreamStep<In, Out, Options>,
      wanted: Options,
      from: { readonly [Name in keyof In]: Keys<In[Name]> },
    ): Promise<Keys<Out>> {
      const { options, needs, tools, common } = await prepare(step, wanted);
      const start = clock();
      const { readers, inputs, rows } = await openReaders(from, { store, index });
      const key = `${step.name}-${sha256(stableJson({ ...common, inputs }))}`;
      const stored = await findResult(store, step.over, key);
      const bar = createBar(step.name, rows, progress, timeLeft.begin(step.name, stored ? 1 : 0));
      try {
        const own = toolsFor(step.name, needs, tools, { signal, progress: (done) => bar.update(done) });
        const results = stored ?? (await keepStream(store, key, streamStep(step, readers as ShardReaders<In>, options, own)));
        log.push({ step: step.name, shards: 1, cached: stored ? 1 : 0, ms: clock() - start });
        return index.add(results);
      } finally {
        bar.stop();
      }
    },

    count: index.countRows,
    ...createShardReaders(store, index.keys),
  };
}

/** The rows of files in shards, each with the drops that were met on the way. */
async function* sourceShards<Row>(files: readonly SourceFile<Row>[], signal: AbortSignal): AsyncGenerator<Shard<Row>> {
  for (const { read } of files) {
    let rows: Row[] = [];
    let dropped: LedgerRow[] = [];
    for await (const row of read((drop) => dropped.push(drop))) {
      signal.throwIfAborted();
      if (row !== undefined) rows.push(row);
      if (rows.length < SHARD_ROWS && dropped.length < MOST_DROPS) continue;
      yield { rows, dropped };
      [rows, dropped] = [[], []];
    }
    if (rows.length > 0 || dropped.length > 0) yield { rows, dropped };
  }
}

/** One call of a step: its input shards, how many rows they have, and the results where they are stored. */
interface Unit {
  key: string;
  inputs: { key: string; hash: string }[];
  rows: number;
  results: readonly KeptShard[] | null;
}

interface ComputeOptions extends Omit<MissingUnits, 'step' | 'units' | 'progress'> {
  name: string;
  bar: Progress;
  store: ShardStore;
  compute: ElsewhereOptions['compute'];
}

/** Has the missing units computed elsewhere and finds their results in the store. */
async function computeElsewhere(
  units: readonly Unit[],
  { name, version, over, options, tools, bar, store, compute }: ComputeOptions,
): Promise<void> {
  const missing = units.filter(({ results }) => results === null);
  const cached = units.length - missing.length;
  const meanRows = sum(units.map(({ rows }) => rows)) / units.length;
  await compute({
    step: name,
    version,
    over,
    options,
    tools,
    units: missing,
    progress: (count) => bar.update(Math.round((cached + count) * meanRows)),
  });
  for (const unit of missing) unit.results = await findResult(store, over, unit.key);
}

/** Readers of the shards of each input, and the hashes that go into the key. */
async function openReaders(from: Readonly<Record<string, readonly string[]>>, { store, index }: { store: ShardStore; index: ShardIndex }) {
  const readers: Record<string, unknown> = {};
  const inputs: Record<string, string[]> = {};
  let rows = 0;
  for (const [name, keys] of Object.entries(from)) {
    const sizes = await index.sizes(keys);
    inputs[name] = (await index.hashes(keys)).map(({ hash }) => hash);
    rows += sum(sizes);
    readers[name] = { sizes, read: (place: number) => store.read(keys[place]) };
  }
  return { readers, inputs, rows };
}

/** The groups of input shards that a step gets together. */
function unitsOf(over: BuildStep['over'], from: readonly string[]): readonly (readonly string[])[] {
  if (over === 'all') return [from];
  if (over === 'each') return from.map((key) => [key]);
  return from.flatMap((first, i) => from.slice(i).map((second, j) => (j === 0 ? [first] : [first, second])));
}

/** A bar that appears with the first update, so that quick or cached steps draw none. */
function createBar(label: string, total: number, progress: StepRunnerOptions['progress'], time: StepTime): Progress {
  let bar: Progress | undefined;
  return {
    update(done) {
      bar ??= progress?.(label, total);
      bar?.update(done, time.left(done / total) ?? undefined);
    },
    stop() {
      time.end();
      bar?.stop();
    },
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
