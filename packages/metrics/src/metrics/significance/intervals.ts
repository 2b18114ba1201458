/** Intervals of scores, from how much each item moves them: Wilson's from 0 to 1, else Student's t with Hall's correction for skewness. */
import { inTurns, type Resampling, type Rounds } from '../../core/index.ts';
import type { Interval, Scorer } from './bootstrap.ts';
import { type Influence, influenceRounds } from './influence.ts';
import { knownItems } from './robust-error.ts';
import { type SharedUnits, separateUnits, shareUnits } from './shared-units.ts';
import { quantileT } from './student-t.ts';

interface IntervalOptions {
  /** Share of repeated studies whose interval should contain the true score. */
  level?: number;
  /** Seed of the random blocks for many items. */
  seed?: number | string;
  /** Units that the items share; default: none. */
  units?: SharedUnits;
  /** The name of a unit: statement, question. */
  unit?: string;
}

const METHODS = { separate: 'jackknife', clusters: 'cluster-robust', dyads: 'dyadic-robust' } as const;

/** How the error of a score of these items is estimated. */
export function errorMethod({ enough, structure }: SharedUnits): Resampling['method'] {
  return enough ? METHODS[structure] : 'none';
}

export function intervalResampling(items: number, { units = separateUnits(items), unit = 'unit', seed = 1 }: IntervalOptions): Resampling {
  return { unit: units.shared ? unit : 'item', units: units.units, method: errorMethod(units), resamples: 0, seed };
}

/** One interval per output; null if there is none. In rounds, one per left-out item. */
export function* intervalRounds<Stats>(
  stats: readonly Stats[],
  score: Scorer<Stats>,
  { units = separateUnits(stats.length), level = 0.95, seed = 1 }: IntervalOptions = {},
): Rounds<Record<string, Interval | null>> {
  const influences = yield* influenceRounds(stats, score, { seed });
  return Object.fromEntries(
    Object.entries(influences).map(([output, influence]) => [output, influence && scoreInterval(influence, units, { level })]),
  );
}

/**
 * From 0 to 1: Wilson (1927) with the effective number of items (Korn and Graubard 1998). Other scales: Student's t, widened on the side of the
 * long tail (Hall 1992). null if one unit covers everything, or if all items score the same and the scale has no known ends.
 */
export function scoreInterval(influence: Influence, units: SharedUnits, { level = 0.95 }: { level?: number } = {}): Interval | null {
  const known = knownItems(influence, units);
  const { df, enough } = known.units;
  if (!enough) return null;
  const { value, range } = influence;
  const t = quantileT((1 + level) / 2, df);
  const variance = Math.max(known.units.variance(known.ofItems), 0);
  if (range.low === 0 && range.high === 1) {
    if (known.units.structure === 'separate' && isBinary(value, known.ofItems))
      return wilson(value, { t: quantileT((1 + level) / 2, Number.POSITIVE_INFINITY), items: known.units.items });
    return wilson(value, { t, items: effectiveItems(value, { variance, ...known }) });
  }
  if (variance === 0) return null;
  const error = Math.sqrt(variance);
  const skewness = known.units.skewness(known.ofItems) ?? 0;
  return {
    low: Math.max(range.low, value - error * Math.max(t, unskewed(t, skewness))),
    high: Math.min(range.high, value + error * Math.max(t, -unskewed(-t, skewness))),
  };
}

/** Wilson's interval of a share; null of no items. */
export function shareInterval(right: number, items: number, { level = 0.95 } = {}): [number, number] | null {
  if (items === 0) return null;
  const { low, high } = wilson(right / items, { t: quantileT((1 + level) / 2, Number.POSITIVE_INFINITY), items });
  return [low, high];
}

/** Whether every item is right or wrong: no other scores from 0 to 1 vary as much. */
function isBinary(value: number, ofItems: Float64Array): boolean {
  const most = (value * (1 - value)) / ofItems.length;
  return Math.abs(ofItems.reduce((sum, own) => sum + own * own, 0) - most) <= 1e-9 * most;
}

/** The number of independent right-or-wrong items with this variance. If nothing varies: the number of units. */
function effectiveItems(
  value: number,
  { variance, ofItems, units }: { variance: number; ofItems: Float64Array; units: SharedUnits },
): number {
  const independent = (units.items / (units.items - 1)) * ofItems.reduce((sum, own) => sum + own * own, 0);
  // Clusters can vary less than independent items by chance; binary items cannot.
  const assumed = Math.max(variance, independent);
  return assumed > 0 && value > 0 && value < 1 ? (value * (1 - value)) / assumed : units.units;
}

export function wilson(value: number, { t, items }: { t: number; items: number }): Interval {
  const scale = 1 + t ** 2 / items;
  const centre = (value + t ** 2 / (2 * items)) / scale;
  const reach = (t / scale) * Math.sqrt((value * (1 - value)) / items + t ** 2 / (4 * items ** 2));
  return { low: Math.max(0, Math.min(value, centre - reach)), high: Math.min(1, Math.max(value, centre + reach)) };
}

/** The value of a t statistic whose distribution has this skewness, where a symmetric one would be at `t`: Hall's cubic, inverted. */
function unskewed(t: number, skewness: number): number {
  if (Math.abs(skewness) < 1e-9) return t;
  return (3 / skewness) * (Math.cbrt(1 + skewness * (t - skewness / 6)) - 1);
}

/** The end of the signature of a score with an interval: `|ci:cluster-robust|unit:statement|units:309|seed:17`. */
export function resamplingSignature({ unit, units, method, seed }: Resampling): string {
  return `|ci:${method}|unit:${unit}|units:${units}|seed:${seed}`;
}

/** Intervals of several metrics over the same items, and how they were computed. A metric with its statistics of the items. */
interface ScoredStats {
  outputs: readonly string[];
  stats: readonly unknown[];
  score: Scorer<unknown>;
}

/** Outputs without an interval are left out. */
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

/** The units of these items, as defined by a benchmark. */
export function unitsOfItems<I>(
  items: readonly I[],
  { units, unit }: { units?(item: I): readonly string[]; unit?: string },
): { units?: SharedUnits; unit?: string } {
  return units ? { units: shareUnits(items.map((item) => units(item))), unit } : {};
}
