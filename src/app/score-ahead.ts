/** Starts what scoring takes long to load (threads and their tables) while the program is still being loaded and the files are being read. */
import { statSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import type { ActionContext } from '../core/index.ts';
import { DEFAULT_METRICS, METRICS } from '../metrics/index.ts';
import type { MeteorOptions } from '../metrics/meteor/index.ts';
import { type MetricWorkers, startMetricWorkers } from '../metrics/score/index.ts';
import { findOptionalData, OPTIONAL_DATA } from './optional-data.ts';

/** Files that are smaller together hold too few items for threads. */
const SMALLEST = 16_384;

/** With a thread on every core, code that is compiled for a short run takes time from the run itself: the engine waits longer before it does, for SPICE longest. */
const COMPILE_LATER = '--interrupt-budget=150000';
const COMPILE_MUCH_LATER = '--interrupt-budget=600000';

export interface ScoreAhead {
  workers: MetricWorkers | null;
  meteor(): MeteorOptions;
  close(): void;
}

interface Started {
  /** The metrics that take long. */
  long: readonly string[];
  workers: MetricWorkers | null;
  meteor: MeteorOptions;
}

/** What was started for the words of the command line, until the command takes it over. */
let early: Started | undefined;

/** Starts ahead of the program, if these words look like a call of `sensebench score` that will need it. A wrong guess costs time and no more. */
export function scoreAheadOf(words: readonly string[]): void {
  if (words.find((word) => !word.startsWith('-')) !== 'score' || sizeOf(words) < SMALLEST) return;
  const flag = words.findIndex((word) => /^--metrics(=|$)/.test(word));
  const metrics = flag < 0 ? DEFAULT_METRICS : words.slice(flag).flatMap((word) => word.split(/[=,]/));
  const long = takeLong(metrics);
  if (long.length > 0) early = start(long, startMetricWorkers());
}

/** Ends what no command took over: after a mistake on the command line, or its help. */
export function endScoreAhead(): void {
  early?.workers?.close();
  early = undefined;
}

export function scoreAhead(metrics: readonly string[], files: readonly string[], context: Pick<ActionContext, 'say'>): ScoreAhead {
  const { long, workers, meteor } = takeOver(takeLong(metrics), files);
  return {
    workers,
    meteor() {
      if (long.includes('meteor') && !meteor.paraphrases)
        context.say(`METEOR runs without its paraphrases; to add them: ${OPTIONAL_DATA['meteor-paraphrases'].get}`);
      return meteor;
    },
    close: () => workers?.close(),
  };
}

function takeOver(long: readonly string[], files: readonly string[]): Started {
  const started = early;
  early = undefined;
  if (started && started.long.join() === long.join()) return started;
  started?.workers?.close();
  return start(long, long.length > 0 && sizeOf(files) >= SMALLEST ? startMetricWorkers() : null);
}

function start(long: readonly string[], workers: MetricWorkers | null): Started {
  if (workers) setFlagsFromString(long.includes('spice') ? COMPILE_MUCH_LATER : COMPILE_LATER);
  const meteor: MeteorOptions = long.includes('meteor') ? { paraphrases: findOptionalData('meteor-paraphrases') } : {};
  workers?.prepare(long, { meteor });
  return { long, workers, meteor };
}

function takeLong(metrics: readonly string[]): string[] {
  return Object.keys(METRICS).filter((name) => METRICS[name].elsewhere && metrics.includes(name));
}

/** Of what cannot be told, like standard input or a word that is no path, nothing. */
function sizeOf(files: readonly string[]): number {
  let sum = 0;
  for (const file of files) {
    try {
      sum += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    } catch {
      // Whoever reads the file says what is wrong with it.
    }
  }
  return sum;
}
