/** Intervals of scores: percentile bootstrap where items share nothing, the robust error where they do or are few. */
import type { Resampling, Rounds } from '../../core/index.ts';
import { type BootstrapOptions, bootstrapRounds, FEW_ITEMS, type Interval, type Scorer } from './bootstrap.ts';
import { influenceRounds } from './influence.ts';
import { robustError, robustInterval } from './robust-error.ts';
import { type SharedUnits, separateUnits } from './shared-units.ts';

export interface IntervalOptions extends BootstrapOptions {
  /** What the items share; default: nothing. */
  units?: SharedUnits;
  /** What a unit is called: statement, question. */
  unit?: string;
}

/** How the intervals of so many items are made. */
export function intervalResampling(items: number, { units, unit = 'unit', resamples = 1000, seed = 1 }: IntervalOptions): Resampling {
  if (units?.shared) return { unit, units: units.units, method: units.enough ? 'dyadic-robust' : 'none', resamples: 0, seed };
  if (items < FEW_ITEMS) return { unit: 'item', units: items, method: items > 1 ? 'jackknife' : 'none', resamples: 0, seed };
  return { unit: 'item', units: items, method: 'bootstrap', resamples, seed };
}

/** One interval per output, null where none can be given. In rounds: one for each resample, or each item that is left out. */
export function* intervalRounds<Stats>(
  stats: readonly Stats[],
  score: Scorer<Stats>,
  options: IntervalOptions = {},
): Rounds<Record<string, Interval | null>> {
  const { method } = intervalResampling(stats.length, options);
  return method === 'bootstrap' ? yield* bootstrapRounds(stats, score, options) : yield* robustRounds(stats, score, options);
}

/** Of the robust error, whatever the items share. */
export function* robustRounds<Stats>(
  stats: readonly Stats[],
  score: Scorer<Stats>,
  { units = separateUnits(stats.length), level = 0.95, seed = 1 }: IntervalOptions = {},
): Rounds<Record<string, Interval | null>> {
  const found = yield* influenceRounds(stats, score, { seed });
  return Object.fromEntries(
    Object.entries(found).map(([output, influence]) => {
      const error = influence && robustError(influence, units);
      return [output, error && robustInterval(influence.value, error, { level, range: influence.range })];
    }),
  );
}

/** The end of a signature, where a score has an interval: `|ci:dyadic-robust|unit:statement|units:309|resamples:0|seed:17`. */
export function resamplingSignature({ method, unit, units, resamples, seed }: Resampling): string {
  return `|ci:${method}|unit:${unit}|units:${units}|resamples:${resamples}|seed:${seed}`;
}
