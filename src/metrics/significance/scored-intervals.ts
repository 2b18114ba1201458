/** Intervals of several metrics over the same items, and how they were made. */
import { inTurns, type Resampling } from '../../core/index.ts';
import type { Scorer } from './bootstrap.ts';
import { type IntervalOptions, intervalResampling, intervalRounds } from './intervals.ts';
import { type SharedUnits, shareUnits } from './shared-units.ts';

/** A metric with its statistics of the items. */
export interface ScoredStats {
  outputs: readonly string[];
  stats: readonly unknown[];
  score: Scorer<unknown>;
}

/** An output for which no interval can be given is left out. */
export async function scoredIntervals(
  measured: Iterable<ScoredStats>,
  { signal, items, ...options }: IntervalOptions & { items: number; signal?: AbortSignal },
): Promise<{ intervals: Record<string, [number, number]>; resampling: Resampling }> {
  const intervals: Record<string, [number, number]> = {};
  for (const { outputs, stats, score } of measured) {
    const found = await inTurns(intervalRounds(stats, score, options), signal);
    for (const output of outputs) {
      const interval = found[output];
      if (interval) intervals[output] = [interval.low, interval.high];
    }
  }
  return { intervals, resampling: intervalResampling(items, options) };
}

/** What these items share, as a benchmark says it. */
export function unitsOfItems<I>(
  items: readonly I[],
  { units, unit }: { units?(item: I): readonly string[]; unit?: string },
): { units?: SharedUnits; unit?: string } {
  return units ? { units: shareUnits(items.map((item) => units(item))), unit } : {};
}
