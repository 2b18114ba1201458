/** Opens the step runners of a build over one store, on the engine chosen by the user. */
import { dirname, join, resolve } from 'node:path';
import { type ActionContext, InputError, SetupError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { createStepRunner, type ElsewhereOptions, findResult, folderStore, type ShardStore, type StepRunner } from '../steps/index.ts';
import { demandPlainPath, type Engine, type Stage, writePlan } from './engine.ts';
import { clearFailure, errorOf, readFailure } from './failures.ts';

import { processesEngine } from './processes.ts';
import { slurmEngine } from './slurm.ts';
import { sparkEngine } from './spark.ts';

/** Options of every build. */
export const engineOptions = {
  cache: z.string().optional().describe('folder of finished steps (default: .sensebench-cache beside the output)'),
  threads: z.number().int().positive().optional().describe('number of parallel processes (default: one per core)'),
  engine: z.string().optional().describe('engine for large steps: slurm, or spark://host:7077 (default: this machine)'),
};

export interface OpenStepsOptions {
  options: { cache?: string; threads?: number; engine?: string; out?: string };
  benchmark: string;
  context: ActionContext;
  /** Default: those of the context. */
  tools?: ActionContext['tools'];
}

export interface OpenSteps {
  /** A step runner with its own ledger. */
  runner(): StepRunner;
  /** Ends everything that the engine started. */
  close(): Promise<void>;
}

export function openSteps({ options, benchmark, context, tools = context.tools }: OpenStepsOptions): OpenSteps {
  const { signal, progress, warn, say, version } = context;
  const engine = openEngine(options, context);
  const folder = storeFolder(options);
  const store = folderStore(folder, { warn, shared: options.engine !== undefined });
  const elsewhere = engine && driveStages({ engine, folder: resolve(folder), store, benchmark, version, signal, say });
  return {
    runner: () => createStepRunner({ store, elsewhere, tools, signal, progress, clock: () => context.now().getTime() }),
    close: async () => engine?.close(),
  };
}

/** The folder of finished steps. */
export function storeFolder({ cache, out }: OpenStepsOptions['options']): string {
  return cache ?? join(out === undefined ? '.' : dirname(out), '.sensebench-cache');
}

function openEngine({ engine, threads, cache }: OpenStepsOptions['options'], { command, say }: ActionContext): Engine | undefined {
  if (engine === undefined) return command && processesEngine({ command, threads });
  if (cache === undefined) throw new InputError(`--engine ${engine} needs --cache`, { expected: 'a folder that every machine sees' });
  demandPlainPath(resolve(cache));
  if (!command) throw new InputError('an engine is started by the command line only');
  if (engine === 'slurm') return slurmEngine({ command });
  if (/^spark:\/\/[A-Za-z0-9_.:,[\]-]+$/.test(engine)) return sparkEngine({ master: engine, command, say });
  throw new InputError(`--engine "${engine}"`, { expected: 'slurm or spark://host:7077' });
}

interface DriveOptions {
  engine: Engine;
  /** The folder that the workers see under the same path. */
  folder: string;
  store: ShardStore;
  benchmark: string;
  version: string;
  signal: AbortSignal;
  say(line: string): void;
}

/** Gives up after so many rounds without a new shard. */
const IDLE_ROUNDS = 2;

/** Has an engine compute the missing units of a step, and sends those again that are still missing in the store. */
export function driveStages({ engine, folder, store, benchmark, version, signal, say }: DriveOptions): ElsewhereOptions {
  return {
    // Steps without tools take less time than sending them, and only this process has a user's model.
    wants: ({ needs, over, units }) => Object.values(needs).some(Boolean) && !needs.model && over !== 'all' && units >= engine.fewest,
    async compute({ step, version: stepVersion, over, options, tools, units, progress }) {
      let missing = units;
      let idle = 0;
      while (missing.length > 0) {
        signal.throwIfAborted();
        for (const { key } of missing) await clearFailure(folder, key);
        const stage = { step, version: stepVersion, options, tools: { ...tools }, ...packInputs(missing) };
        const plan = await writePlan(folder, { version, benchmark, stages: { [step]: stage } });
        const seen = new Set<number>();
        const known = units.length - missing.length;
        const work = { plan, stage: step, units: missing.length, store: folder, signal };
        const failed: unknown = await engine.run({ ...work, done: (index) => progress(known + seen.add(index).size) }).then(
          () => undefined,
          (error) => error,
        );
        signal.throwIfAborted();
        const left = [];
        for (const unit of missing) if (!(await findResult(store, over, unit.key))) left.push(unit);
        for (const { key } of left) {
          const failure = await readFailure(folder, key);
          if (failure?.permanent) throw errorOf(failure, `on ${engine.name}`);
        }
        idle = left.length < missing.length ? 0 : idle + 1;
        if (left.length > 0 && idle >= IDLE_ROUNDS) {
          const cause =
            (await readFailure(folder, left[0].key))?.message ?? (failed instanceof Error ? failed.message : 'no worker reported a reason');
          throw new SetupError(
            `${left.length} of ${units.length} shards of step ${step} could not be computed on ${engine.name}: ${cause}`,
          );
        }
        if (left.length > 0) say(`${step}: ${left.length} of ${missing.length} shards are missing; they are sent again`);
        missing = left;
      }
    },
  };
}

/** Numbers the input shards of units in one list, because in a join each shard is the input of many units. */
function packInputs(units: readonly { key: string; inputs: readonly { key: string; hash: string }[] }[]): Pick<Stage, 'shards' | 'units'> {
  const places = new Map<string, number>();
  const shards: Stage['shards'] = [];
  const place = (shard: Stage['shards'][number]) => {
    const known = places.get(shard.key);
    if (known !== undefined) return known;
    places.set(shard.key, shards.length);
    return shards.push({ key: shard.key, hash: shard.hash }) - 1;
  };
  return { units: units.map(({ key, inputs }) => ({ key, inputs: inputs.map(place) })), shards };
}
