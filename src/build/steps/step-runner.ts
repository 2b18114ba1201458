/** Runs build steps over shards: the one place that makes keys, keeps what is finished and decides where shards run. */
import type { BuildStep, Json, Keys, LedgerRow, Progress, Shard, ShardReaders, StreamStep, ToolNeeds, Tools } from '../../core/index.ts';
import { sha256, stableJson } from '../../files/index.ts';
import { readOptions, runStep, streamStep } from './run-step.ts';
import { encodeShard, type ShardInfo } from './shard-bytes.ts';
import { findResult, findShards, type KeptShard, keepResult, keepStream, SHARD_ROWS } from './shard-results.ts';
import type { ShardStore } from './shard-store.ts';
import { toolIds, toolsFor } from './step-tools.ts';
import { createTimeLeft, type ExpectedCosts, type StepTime } from './time-left.ts';

/** Reading is not a step: it happens in every build, and its rows are stored under their content. */
export interface SourceFile<Row = unknown> {
  name: string;
  /** Rows hold all that later steps may know of their file: its name, its split. `drop` is for rows that are left out; undefined says that many were. */
  read(drop: (row: LedgerRow) => void): Iterable<Row | undefined> | AsyncIterable<Row | undefined>;
}

export interface StepLogEntry {
  step: string;
  shards: number;
  cached: number;
  ms: number;
}

export interface StepRunner {
  sources<Row>(files: readonly SourceFile<Row>[]): Promise<Keys<Row>>;
  run<In, Out, Options>(step: BuildStep<In, Out, Options>, options: Options, from: Keys<In>): Promise<Keys<Out>>;
  /** The same for a step that reads its shards one by one. */
  stream<In, Out, Options>(
    step: StreamStep<In, Out, Options>,
    options: Options,
    from: { readonly [Name in keyof In]: Keys<In[Name]> },
  ): Promise<Keys<Out>>;
  rows<Row>(keys: Keys<Row>): AsyncGenerator<Row>;
  /** Rows that these shards have. */
  count(keys: Keys): Promise<number>;
  /** Vectors of the shards that have any. */
  vectors(keys: Keys): AsyncGenerator<Float32Array>;
  facts(keys: Keys): AsyncGenerator<Json>;
  /** Rows that were dropped on the way to these shards; without keys, in all sources and steps so far. */
  ledger(keys?: Keys): AsyncGenerator<LedgerRow>;
  /** Costs of the steps to come, relative to each other: progress then says how long the whole build still takes. */
  expect(costs: ExpectedCosts): void;
  log: readonly StepLogEntry[];
}

/** Units of a step whose results are not in the store yet. */
export interface MissingUnits {
  step: string;
  version: number;
  over: BuildStep['over'];
  options: unknown;
  /** Ids of its tools, as they are in the keys. */
  tools: Readonly<Record<string, string>>;
  units: readonly { key: string; inputs: readonly { key: string; hash: string }[] }[];
  /** Called with the number of units that are done. */
  progress(done: number): void;
}

/** Computes units elsewhere: in other processes or on other machines. */
export interface ElsewhereOptions {
  wants(step: { needs: ToolNeeds; over: BuildStep['over']; units: number }): boolean;
  /** Afterwards all results are in the store. */
  compute(missing: MissingUnits): Promise<void>;
}

export interface StepRunnerOptions {
  store: ShardStore;
  /** Default: everything is computed here, one unit after the other. */
  elsewhere?: ElsewhereOptions;
  tools(needs: ToolNeeds): Promise<Tools>;
  signal: AbortSignal;
  clock(): number;
  progress?(label: string, total: number): Progress;
}

/** Drops that wait for a full shard of rows. */
const MOST_DROPS = 32 * SHARD_ROWS;

export function createStepRunner({ store, elsewhere, tools: load, signal, clock, progress }: StepRunnerOptions): StepRunner {
  const log: StepLogEntry[] = [];
  const timeLeft = createTimeLeft(clock);
  /** Every shard of this build, in the order in which steps gave them. */
  const made = new Map<string, ShardInfo>();

  const note = (kept: readonly KeptShard[]): readonly string[] => {
    for (const { key, ...info } of kept) made.set(key, info);
    return kept.map(({ key }) => key);
  };

  async function infoOf(key: string): Promise<ShardInfo> {
    const info = made.get(key) ?? (await store.has(key));
    if (!info) throw new Error(`there is no shard ${key}`);
    return info;
  }

  async function* shards(keys: Iterable<string>): AsyncGenerator<Shard> {
    for (const key of keys) yield store.read(key);
  }

  async function countRows(keys: readonly string[]): Promise<number> {
    let rows = 0;
    for (const key of keys) rows += (await infoOf(key)).rows;
    return rows;
  }

  async function inputsOf(keys: readonly string[]): Promise<{ key: string; hash: string }[]> {
    const inputs: { key: string; hash: string }[] = [];
    for (const key of keys) inputs.push({ key, hash: (await infoOf(key)).hash });
    return inputs;
  }

  /** Checks name and options, loads the tools, and gives what is part of every key of the step. */
  async function prepare<Options>(
    step: Pick<BuildStep<never, unknown, Options>, 'name' | 'version' | 'options' | 'needs'>,
    given: Options,
  ) {
    signal.throwIfAborted();
    if (!/^[a-z0-9][a-z0-9-]*$/.test(step.name)) throw new Error(`"${step.name}" cannot name a step: small letters, digits, hyphens`);
    const options = readOptions(step, given);
    const needs = typeof step.needs === 'function' ? step.needs(options) : (step.needs ?? {});
    const tools = await load(needs);
    const same = {
      step: step.name,
      version: step.version,
      options: sha256(stableJson(options)),
      tools: toolIds(step.name, needs, tools),
    };
    return { options, needs, tools, same };
  }

  return {
    log,
    expect: timeLeft.expect,
    async sources<Row>(files: readonly SourceFile<Row>[]) {
      const keys: string[] = [];
      const add = async (shard: Shard): Promise<void> => {
        const key = `source-${encodeShard(shard).hash}`;
        note((await findShards(store, [key])) ?? [{ key, ...(await store.write(key, shard)) }]);
        keys.push(key);
      };
      for (const { read } of files) {
        let rows: Row[] = [];
        let dropped: LedgerRow[] = [];
        for await (const row of read((drop) => dropped.push(drop))) {
          signal.throwIfAborted();
          if (row !== undefined) rows.push(row);
          if (rows.length < SHARD_ROWS && dropped.length < MOST_DROPS) continue;
          await add({ rows, dropped });
          [rows, dropped] = [[], []];
        }
        if (rows.length > 0 || dropped.length > 0) await add({ rows, dropped });
      }
      return keys;
    },

    async run<In, Out, Options>(step: BuildStep<In, Out, Options>, given: Options, from: Keys<In>): Promise<Keys<Out>> {
      const { options, needs, tools, same } = await prepare(step, given);
      const start = clock();
      const units = unitsOf(step.over, from);
      const sizes: number[] = [];
      for (const unit of units) sizes.push(await countRows(unit));
      let done = 0;
      const wanted: { key: string; inputs: { key: string; hash: string }[]; kept: readonly KeptShard[] | null }[] = [];
      for (const unit of units) {
        signal.throwIfAborted();
        const inputs = await inputsOf(unit);
        const key = `${step.name}-${sha256(stableJson({ ...same, inputs: inputs.map(({ hash }) => hash) }))}`;
        wanted.push({ key, inputs, kept: await findResult(store, step.over, key) });
      }
      const missing = wanted.filter(({ kept }) => kept === null);
      const cached = units.length - missing.length;
      const bar = createBar(step.name, sum(sizes), progress, timeLeft.begin(step.name, units.length > 0 ? cached / units.length : 1));
      try {
        if (elsewhere?.wants({ needs, over: step.over, units: missing.length })) {
          const rows = sum(sizes) / units.length;
          await elsewhere.compute({
            step: step.name,
            version: step.version,
            over: step.over,
            options,
            tools: same.tools,
            units: missing,
            progress: (count) => bar.update(Math.round((cached + count) * rows)),
          });
          for (const unit of missing) unit.kept = await findResult(store, step.over, unit.key);
        }
        const results: string[] = [];
        for (const [i, { key, kept }] of wanted.entries()) {
          signal.throwIfAborted();
          if (kept) for (const result of note(kept)) results.push(result);
          else {
            const own = toolsFor(step.name, needs, tools, { signal, progress: (rows) => bar.update(done + rows) });
            const shard = await runStep(step, (await Promise.all(units[i].map((input) => store.read(input)))) as Shard<In>[], options, own);
            for (const result of note(await keepResult(store, step.over, key, shard))) results.push(result);
          }
          done += sizes[i];
          if (i + 1 < units.length) bar.update(done);
        }
        log.push({ step: step.name, shards: units.length, cached, ms: clock() - start });
        return results;
      } finally {
        bar.stop();
      }
    },

    async stream<In, Out, Options>(
      step: StreamStep<In, Out, Options>,
      given: Options,
      from: { readonly [Name in keyof In]: Keys<In[Name]> },
    ): Promise<Keys<Out>> {
      const { options, needs, tools, same } = await prepare(step, given);
      const start = clock();
      const readers: Record<string, unknown> = {};
      const inputs: Record<string, string[]> = {};
      let rows = 0;
      for (const [name, keys] of Object.entries<readonly string[]>(from)) {
        inputs[name] = (await inputsOf(keys)).map(({ hash }) => hash);
        const sizes: number[] = [];
        for (const key of keys) sizes.push((await infoOf(key)).rows);
        rows += sum(sizes);
        readers[name] = { sizes, read: (place: number) => store.read(keys[place]) };
      }
      const key = `${step.name}-${sha256(stableJson({ ...same, inputs }))}`;
      const known = await findResult(store, step.over, key);
      const bar = createBar(step.name, rows, progress, timeLeft.begin(step.name, known ? 1 : 0));
      try {
        const own = toolsFor(step.name, needs, tools, { signal, progress: (done) => bar.update(done) });
        const kept = known ?? (await keepStream(store, key, streamStep(step, readers as ShardReaders<In>, options, own)));
        log.push({ step: step.name, shards: 1, cached: known ? 1 : 0, ms: clock() - start });
        return note(kept);
      } finally {
        bar.stop();
      }
    },

    count: countRows,

    async *rows<Row>(keys: Keys<Row>) {
      for await (const { rows } of shards(keys)) yield* rows as readonly Row[];
    },
    async *vectors(keys) {
      for await (const { vectors } of shards(keys)) if (vectors) yield vectors;
    },
    async *facts(keys) {
      for await (const { facts } of shards(keys)) if (facts !== undefined) yield facts;
    },
    async *ledger(keys) {
      for await (const { dropped } of shards(keys ?? made.keys())) yield* dropped;
    },
  };
}

/** Which input shards are handed over together. */
function unitsOf(over: BuildStep['over'], from: readonly string[]): readonly (readonly string[])[] {
  if (over === 'all') return [from];
  if (over === 'each') return from.map((key) => [key]);
  return from.flatMap((first, i) => from.slice(i).map((second, j) => (j === 0 ? [first] : [first, second])));
}

/** A bar that appears with the first news, so that steps that are quick or cached draw none. */
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
