/** Computes shards of a plan into a store, as `sensebench work PLAN STAGE SHARDS STORE`, which every engine starts. */
import { type AnyStep, InputError, SetupError, type Shard, type ToolNeeds, type Tools } from '@sensebench/metrics/internal/core';
import { findResult, keepResult, readOptions, runStep, type ShardStore, toolIds, toolsFor } from '../steps/index.ts';
import { readPlan, type Stage } from './engine.ts';
import { describeFailure, type Failure, writeFailure } from './failures.ts';

export interface WorkOptions {
  plan: string;
  stage: string;
  /** A stream of unit numbers. Numbers beyond those of the plan are ignored. */
  shards: AsyncIterable<number> | Iterable<number>;
  folder: string;
  store: ShardStore;
  version: string;
  steps(benchmark: string): Promise<readonly AnyStep[]>;
  tools(needs: ToolNeeds): Promise<Tools>;
  signal: AbortSignal;
  /** Called between parts of a shard, so that a worker without a parent can end. */
  check(): void;
}

/** Stops at the first failure. */
export type Worked = { index: number; status: 'done' | 'cached' } | { index: number; failure: Failure };

/** The number of inputs kept in memory, because in a join many units share their first shard. */
const KEPT_INPUTS = 2;

export async function* work({
  plan: path,
  stage: name,
  shards,
  folder,
  store,
  version,
  signal,
  check,
  ...app
}: WorkOptions): AsyncGenerator<Worked> {
  const plan = await readPlan(path);
  if (plan.version !== version)
    throw new SetupError(
      `this worker is sensebench ${version}, the plan is of ${plan.version}`,
      'install the same version on every machine',
    );
  const stage = Object.hasOwn(plan.stages, name) ? plan.stages[name] : undefined;
  if (!stage) throw new InputError(`there is no stage "${name}"`, { file: path, expected: Object.keys(plan.stages).join(', ') });
  const step = (await app.steps(plan.benchmark)).find((candidate) => candidate.name === stage.step);
  if (step?.over === 'stream') throw new SetupError(`step ${step.name} is computed by the build itself`);
  if (!step || step.version !== stage.version)
    throw new SetupError(`step ${stage.step} is of version ${step?.version ?? 'none'} here, the plan wants ${stage.version}`);
  const options = readOptions(step, stage.options);
  const needs = typeof step.needs === 'function' ? step.needs(options) : (step.needs ?? {});
  const tools = await app.tools(needs);
  demandTools(toolIds(step.name, needs, tools), stage);
  const read = keepRecent(store);
  for await (const index of shards) {
    const unit = stage.units[index];
    if (!unit) continue;
    signal.throwIfAborted();
    check();
    try {
      if (await findResult(store, step.over, unit.key)) {
        yield { index, status: 'cached' };
        continue;
      }
      const inputs: Shard[] = [];
      for (const input of unit.inputs) inputs.push(await read(stage.shards[input]));
      const own = toolsFor(step.name, needs, tools, { signal, progress: check });
      await keepResult(store, step.over, unit.key, await runStep(step, inputs, options, own));
      yield { index, status: 'done' };
    } catch (error) {
      const failure = describeFailure(error);
      await writeFailure(folder, unit.key, failure);
      yield { index, failure };
      return;
    }
  }
}

/** Other weights or another engine give different vectors, which must not be stored under this key. */
function demandTools(own: Record<string, string>, { tools, step }: Stage): void {
  for (const [name, id] of Object.entries(tools))
    if (own[name] !== id) throw new SetupError(`step ${step}: the ${name} of this worker is "${own[name]}", the plan wants "${id}"`);
}

/** Reads a shard and checks its hash against the plan. */
function keepRecent(store: ShardStore): (shard: Stage['shards'][number]) => Promise<Shard> {
  const recent = new Map<string, Shard>();
  return async ({ key, hash }) => {
    const known = recent.get(key);
    if (known) {
      // The most recently used input comes last in the map.
      recent.delete(key);
      recent.set(key, known);
      return known;
    }
    const info = await store.has(key);
    if (info?.hash !== hash) throw new SetupError(`the input ${key} was damaged or removed`, 'run the build again: it is computed again');
    const shard = await store.read(key);
    const [oldest] = recent.keys();
    if (recent.size >= KEPT_INPUTS) recent.delete(oldest);
    recent.set(key, shard);
    return shard;
  };
}

/** `7`, `0-15` or `3,9,12`. */
export function readNumbers(text: string): number[] {
  return text.split(',').flatMap((part) => {
    const [, from, to = from] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part) ?? [];
    if (from === undefined || Number(to) < Number(from)) throw new InputError(`shards "${text}"`, { expected: '-, 7, 0-15 or 3,9,12' });
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => Number(from) + i);
  });
}

/** The first field of each line. */
export async function* numbersOf(lines: AsyncIterable<string>): AsyncGenerator<number> {
  for await (const line of lines) {
    const [first] = line.split('\t');
    if (!/^\d{1,9}$/.test(first)) throw new InputError(`standard input: "${first.slice(0, 40)}"`, { expected: 'the number of a shard' });
    yield Number(first);
  }
}
