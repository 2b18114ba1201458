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
  const meteor: Promise<MeteorOptions> = long.includes('meteor')
    ? readSharedData('meteor-paraphrases').then((paraphrases) => ({ paraphrases }))
    : Promise.resolve({});
  meteor.then(
    (options) => workers?.prepare(long, { meteor: options }),
    // Told to whoever asks for them.
    () => undefined,
  );
  return {
    workers,
    async meteor() {
      const options = await meteor;
      if (long.includes('meteor') && !options.paraphrases)
        context.say(`METEOR runs without its paraphrases; to add them: ${OPTIONAL_DATA['meteor-paraphrases'].get}`);
      return options;
    },
    close: () => workers?.close(),
  };
}

/** Of what cannot be told, like standard input, nothing. */
function sizeOf(files: readonly string[]): number {
  let sum = 0;
  for (const file of files) sum += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return sum;
}
