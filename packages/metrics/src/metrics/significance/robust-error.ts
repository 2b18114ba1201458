/** Standard errors of scores and of their differences, from how much each item moves them; intervals, p-values and power by Student's t. */
import type { Interval } from './bootstrap.ts';
import type { Influence } from './influence.ts';
import { ROUNDING } from './paired-resampling.ts';
import type { SharedUnits } from './shared-units.ts';
import { quantileT, twoSidedP } from './student-t.ts';

interface RobustError {
  error: number;
  df: number;
}

/** `without` are positions of items without a score. null if too few units are left to estimate the variance. */
export function robustError({ ofItems, without }: InfluenceOnScore, units: SharedUnits): RobustError | null {
  const known = knownItems({ ofItems, without }, units);
  return known.units.enough ? { error: Math.sqrt(Math.max(known.units.variance(known.ofItems), 0)), df: known.units.df } : null;
}

interface InfluenceOnScore {
  ofItems: Float64Array;
  without?: readonly number[];
}

/** The items with a score, and their units. */
export function knownItems({ ofItems, without = [] }: InfluenceOnScore, units: SharedUnits): { ofItems: Float64Array; units: SharedUnits } {
  if (without.length === 0) return { ofItems, units };
  const missing = new Set(without);
  const places = Array.from(ofItems.keys()).filter((place) => !missing.has(place));
  return { ofItems: Float64Array.from(places, (place) => ofItems[place]), units: units.only(places) };
}

/** A difference with its interval and p-value, both from one t statistic: the interval excludes 0 exactly where p is below 1 - level. */
export function testDifference(difference: number, { error, df }: RobustError, { level = 0.95 } = {}): { p: number; interval: Interval } {
  if (Math.abs(difference) < ROUNDING && error < ROUNDING) return { p: 1, interval: { low: difference, high: difference } };
  const assumed = error < ROUNDING ? Math.max(error, errorOfEqualDifferences(difference, df)) : error;
  const reach = quantileT((1 + level) / 2, df) * assumed;
  return { p: twoSidedP(difference / assumed, df), interval: { low: difference - reach, high: difference + reach } };
}

/** If all units differ by the same amount, their variance cannot be estimated; this error gives the p-value of coins that all land on one side. */
function errorOfEqualDifferences(difference: number, df: number): number {
  const p = Math.min(1 - 1e-9, 2 ** -df);
  return Math.abs(difference) / quantileT(1 - p / 2, df);
}

/** The smallest true difference that a test at this level detects with this power (Cohen 1988; Card et al. 2020); Holm's first step with several tests. */
export function detectable({ error, df }: RobustError, { tests = 1, level = 0.95, power = 0.8 } = {}): number {
  return error * (quantileT(1 - (1 - level) / 2 / tests, df) + quantileT(power, df));
}

/** The influence of each item on the difference of two scores. */
export function differenceOf(first: Influence, second: Influence): { ofItems: Float64Array; without: readonly number[] } {
  const gone = new Set(second.without);
  return {
    ofItems: first.ofItems.map((own, i) => own - second.ofItems[i]),
    without: first.without.filter((place) => gone.has(place)),
  };
}

/** The effect of a side (such as being shown later) on winning, within strata and with clustered errors: least squares, Liang and Zeger 1986. */
export interface SidedOutcome {
  /** 1 or -1: the side of the first one. */
  side: number;
  /** 1 if the first one won, -1 if the second did, 0 for a tie. */
  won: number;
  /** Outcomes of one stratum are compared with each other: the same two systems. */
  stratum: string;
  /** Outcomes of one cluster are dependent. */
  cluster: string;
}

interface ClusteredEffect {
  /** How much more often the side wins than it loses, from -1 to 1. */
  effect: number;
  interval: [number, number];
  p: number;
  clusters: number;
}

/** null if the side never changes within a stratum, or if there are too few clusters. */
export function clusteredEffect(outcomes: readonly SidedOutcome[], { level = 0.95 }: { level?: number } = {}): ClusteredEffect | null {
  const means = new Map<string, { side: number; won: number; count: number }>();
  for (const { stratum, side, won } of outcomes) {
    const known = means.get(stratum) ?? { side: 0, won: 0, count: 0 };
    means.set(stratum, { side: known.side + side, won: known.won + won, count: known.count + 1 });
  }
  const centred = outcomes.map(({ stratum, cluster, side, won }) => {
    const { side: sides = 0, won: wins = 0, count = 1 } = means.get(stratum) ?? {};
    return { cluster, side: side - sides / count, won: won - wins / count };
  });
  const spread = centred.reduce((sum, { side }) => sum + side * side, 0);
  const clusters = new Map<string, number>();
  if (spread < 1e-9) return null;
  const effect = centred.reduce((sum, { side, won }) => sum + side * won, 0) / spread;
  for (const { cluster, side, won } of centred) clusters.set(cluster, (clusters.get(cluster) ?? 0) + side * (won - effect * side));
  const count = clusters.size;
  if (count < 2) return null;
  const squares = [...clusters.values()].reduce((sum, own) => sum + own * own, 0);
  const error = Math.sqrt((count / (count - 1)) * squares) / spread;
  const { p, interval } = testDifference(effect, { error, df: count - 1 }, { level });
  return { effect, interval: [Math.max(-1, interval.low), Math.min(1, interval.high)], p, clusters: count };
}
