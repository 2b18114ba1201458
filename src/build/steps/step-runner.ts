/** Runs build steps over shards: the one place that makes keys, keeps what is finished and decides where shards run. */
import type { BuildStep, Json, Keys, LedgerRow, Progress, Shard, StepTools, ToolNeeds, Tools } from '../../core/index.ts';
import { sha256, stableJson } from '../../files/index.ts';
import { demandJson, demandShard, sayStep } from './check-step.ts';
import { encodeShard, type ShardInfo } from './shard-bytes.ts';
import type { ShardStore } from './shard-store.ts';
import { toolIds, toolsFor } from './step-tools.ts';

/** Rows of a shard, at most. A multiple of the 256 texts that are embedded together. */
export const SHARD_ROWS = 2048;

/** Reading is not a step: it happens in every build, and its rows are stored under their content. */
export interface SourceFile<Row = unknown> {
  name: string;
  /** Rows hold all that later steps may know of their file: its name, its split. `drop` is for rows that are left out. */
  read(drop: (row: LedgerRow) => void): Iterable<Row> | AsyncIterable<Row>;
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
  rows<Row>(keys: Keys<Row>): AsyncGenerator<Row>;
  /** Vectors of the shards that have any. */
  vectors(keys: Keys): AsyncGenerator<Float32Array>;
  facts(keys: Keys): AsyncGenerator<Json>;
  /** Rows that were dropped on the way to these shards; without keys, in all sources and steps so far. */
  ledger(keys?: Keys): AsyncGenerator<LedgerRow>;
  log: readonly StepLogEntry[];
}

export interface StepRunnerOptions {
  store: ShardStore;
  tools(needs: ToolNeeds): Promise<Tools>;
  signal: AbortSignal;
  clock(): number;
  progress?(label: string, total: number): Progress;
}

export function createStepRunner({ store, tools: load, signal, clock, progress }: StepRunnerOptions): StepRunner {
  const log: StepLogEntry[] = [];
  /** Every shard of this build, in the order in which steps gave them. */
  const made = new Map<string, ShardInfo>();

  const keep = async (key: string, shard: Shard): Promise<void> => {
    made.set(key, await store.write(key, shard));
  };

  async function infoOf(key: string): Promise<ShardInfo> {
    const info = made.get(key) ?? (await store.has(key));
    if (!info) throw new Error(`there is no shard ${key}`);
    return info;
  }

  /** Whether all of these shards are there and whole. */
  async function areKept(keys: readonly string[]): Promise<boolean> {
    for (const key of keys) {
      const info = await store.has(key);
      if (!info) return false;
      made.set(key, info);
    }
    return true;
  }

  /** One input shard gives one shard. Other results can be of any size: the shard under `key` then lists the shards they were cut into. */
  async function findKept(over: BuildStep['over'], key: string): Promise<readonly string[] | null> {
    if (over === 'each') return (await areKept([key])) ? [key] : null;
    if (!(await store.has(key))) return null;
    const { rows } = await store.read(key);
    const parts = rows.map(String);
    return (await areKept(parts)) ? parts : null;
  }

  async function keepResult(over: BuildStep['over'], key: string, shard: Shard): Promise<readonly string[]> {
    if (over === 'each') {
      await keep(key, shard);
      return [key];
    }
    const parts = cut(shard);
    const keys = parts.map((_, i) => `${key}-${i}`);
    for (const [i, part] of parts.entries()) await keep(keys[i], part);
    await store.write(key, { rows: keys, dropped: [] });
    return keys;
  }

  async function* shards(keys: Iterable<string>): AsyncGenerator<Shard> {
    for (const key of keys) yield store.read(key);
  }

  return {
    log,
    async sources<Row>(files: readonly SourceFile<Row>[]) {
      const keys: string[] = [];
      const add = async (shard: Shard): Promise<void> => {
        const key = `source-${encodeShard(shard).hash}`;
        if (!(await areKept([key]))) await keep(key, shard);
        keys.push(key);
      };
      for (const { read } of files) {
        let rows: Row[] = [];
        let dropped: LedgerRow[] = [];
        for await (const row of read((drop) => dropped.push(drop))) {
          signal.throwIfAborted();
          rows.push(row);
          if (rows.length < SHARD_ROWS) continue;
          await add({ rows, dropped });
          [rows, dropped] = [[], []];
        }
        if (rows.length > 0 || dropped.length > 0) await add({ rows, dropped });
      }
      return keys;
    },

    async run<In, Out, Options>(step: BuildStep<In, Out, Options>, given: Options, from: Keys<In>): Promise<Keys<Out>> {
      signal.throwIfAborted();
      if (!/^[a-z0-9][a-z0-9-]*$/.test(step.name)) throw new Error(`"${step.name}" cannot name a step: small letters, digits, hyphens`);
      const parsed = step.options.safeParse(given);
      if (!parsed.success) throw new Error(`step ${step.name}: wrong options: ${parsed.error.message}`);
      const options = parsed.data;
      demandJson(options, `step ${step.name}: options`);
      const needs = typeof step.needs === 'function' ? step.needs(options) : (step.needs ?? {});
      const tools = await load(needs);
      const start = clock();
      const same = {
        step: step.name,
        version: step.version,
        options: sha256(stableJson(options)),
        tools: toolIds(step.name, needs, tools),
      };
      const units = unitsOf(step.over, from);
      const sizes = await Promise.all(units.map(async (unit) => sum(await Promise.all(unit.map(async (key) => (await infoOf(key)).rows)))));
      const bar = createBar(step.name, sum(sizes), progress);
      const results: string[] = [];
      let [cached, done] = [0, 0];
      try {
        for (const [i, unit] of units.entries()) {
          signal.throwIfAborted();
          const inputs = await Promise.all(unit.map(async (key) => (await infoOf(key)).hash));
          const key = `${step.name}-${sha256(stableJson({ ...same, inputs }))}`;
          const kept = await findKept(step.over, key);
          if (kept) {
            cached++;
            for (const result of kept) results.push(result);
          } else {
            const own = toolsFor(step.name, needs, tools, { signal, progress: (rows) => bar.update(done + rows) });
            const shard = await runStep(step, (await Promise.all(unit.map((input) => store.read(input)))) as Shard<In>[], options, own);
            for (const result of await keepResult(step.over, key, shard)) results.push(result);
          }
          done += sizes[i];
          if (i + 1 < units.length) bar.update(done);
        }
      } finally {
        bar.stop();
      }
      log.push({ step: step.name, shards: units.length, cached, ms: clock() - start });
      return results;
    },

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

/** The result of a step, checked; what it throws keeps its class and says the step. */
async function runStep<In, Out, Options>(
  step: BuildStep<In, Out, Options>,
  shards: readonly Shard<In>[],
  options: Options,
  tools: StepTools,
): Promise<Shard<Out>> {
  try {
    const shard = await step.run(shards, options, tools);
    demandShard(shard);
    return shard;
  } catch (error) {
    throw tools.signal.aborted ? error : sayStep(error, step.name);
  }
}

/** Which input shards are handed over together. */
function unitsOf(over: BuildStep['over'], from: readonly string[]): readonly (readonly string[])[] {
  if (over === 'all') return [from];
  if (over === 'each') return from.map((key) => [key]);
  return from.flatMap((first, i) => from.slice(i).map((second, j) => (j === 0 ? [first] : [first, second])));
}

/** Shards of at most so many rows and drops; facts are in the first, and there is always a first. */
function cut({ rows, dropped, vectors, facts }: Shard): Shard[] {
  const width = vectors && rows.length > 0 ? vectors.length / rows.length : 0;
  const count = Math.max(1, Math.ceil(Math.max(rows.length, dropped.length) / SHARD_ROWS));
  return Array.from({ length: count }, (_, i) => {
    const [from, to] = [i * SHARD_ROWS, (i + 1) * SHARD_ROWS];
    return {
      rows: rows.slice(from, to),
      dropped: dropped.slice(from, to),
      ...(vectors ? { vectors: vectors.slice(from * width, to * width) } : {}),
      ...(facts !== undefined && i === 0 ? { facts } : {}),
    };
  });
}

/** A bar that appears with the first news, so that steps that are quick or cached draw none. */
function createBar(label: string, total: number, progress: StepRunnerOptions['progress']): Progress {
  let bar: Progress | undefined;
  return {
    update(done) {
      bar ??= progress?.(label, total);
      bar?.update(done);
    },
    stop: () => bar?.stop(),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
