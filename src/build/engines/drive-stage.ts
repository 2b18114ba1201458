/** Has an engine compute the missing units of a step, and sends again what is still missing: judged by the store alone. */
import { SetupError } from '../../core/index.ts';
import { type ElsewhereOptions, findResult, type ShardStore } from '../steps/index.ts';
import type { Engine } from './engine.ts';
import { clearFailure, errorOf, readFailure } from './failures.ts';
import { type Stage, writePlan } from './plan.ts';

export interface DriveOptions {
  engine: Engine;
  /** The folder that the workers see too, under the same path. */
  folder: string;
  store: ShardStore;
  benchmark: string;
  version: string;
  signal: AbortSignal;
  say(line: string): void;
}

/** Rounds without a single new shard after which it gives up. */
const IDLE_ROUNDS = 2;

export function driveStages({ engine, folder, store, benchmark, version, signal, say }: DriveOptions): ElsewhereOptions {
  return {
    // Steps without tools take less time than sending them. A user's model is known to this process only.
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
            (await readFailure(folder, left[0].key))?.message ?? (failed instanceof Error ? failed.message : 'no worker said why');
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

/** Units with places in one list of input shards: in a join each shard is the input of many. */
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
