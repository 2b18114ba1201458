/** Starts what scoring takes long to load (threads, METEOR's paraphrases) while the files are still being read. */
import { statSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import type { ActionContext } from '../core/index.ts';
import { OPTIONAL_DATA, readSharedData } from '../evaluate/optional-data.ts';
import type { MeteorOptions } from '../metrics/meteor.ts';
import { type MetricWorkers, startMetricWorkers } from '../metrics/metric-workers.ts';
import { METRICS } from '../metrics/registry.ts';

/** Files that are smaller together hold too few items for threads. */
const SMALLEST = 16_384;

/** With a thread on every core, code that is compiled for a short run takes time from the run itself: the engine waits longer before it does. */
const COMPILE_LATER = '--interrupt-budget=600000';

export interface ScoreAhead {
  workers: MetricWorkers | null;
  meteor(): Promise<MeteorOptions>;
  close(): void;
}

export function scoreAhead(metrics: readonly string[], files: readonly string[], context: Pick<ActionContext, 'say'>): ScoreAhead {
  const long = Object.keys(METRICS).filter((name) => METRICS[name].elsewhere && metrics.includes(name));
  const workers = long.length > 0 && sizeOf(files) >= SMALLEST ? startMetricWorkers() : null;
  if (workers) setFlagsFromString(COMPILE_LATER);
  workers?.load(long);
  const meteor = long.includes('meteor') ? readMeteorOptions(context) : Promise.resolve({});
  meteor.then(
    (options) => workers?.prepare(long, { meteor: options }),
    // Told to whoever asks for them.
    () => undefined,
  );
  return { workers, meteor: () => meteor, close: () => workers?.close() };
}

async function readMeteorOptions(context: Pick<ActionContext, 'say'>): Promise<MeteorOptions> {
  const paraphrases = await readSharedData('meteor-paraphrases');
  if (!paraphrases) context.say(`METEOR runs without its paraphrases; to add them: ${OPTIONAL_DATA['meteor-paraphrases'].get}`);
  return { paraphrases };
}

/** Of what cannot be told, like standard input, nothing. */
function sizeOf(files: readonly string[]): number {
  let sum = 0;
  for (const file of files) sum += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return sum;
}
