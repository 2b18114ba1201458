/** Standard errors of scores and of their differences, from how much each item moves them; intervals, p-values and power by Student's t. */
import type { Interval } from './bootstrap.ts';
import type { Influence } from './influence.ts';
import { ROUNDING } from './paired-bootstrap.ts';
import type { SharedUnits } from './shared-units.ts';
import { quantileT, twoSidedP } from './student-t.ts';

export interface RobustError {
  error: number;
  df: number;
}

/** `without` are places of items that have no score. null where too few units are left to estimate how much scores vary. */
export function robustError({ ofItems, without }: InfluenceOnScore, units: SharedUnits): RobustError | null {
  const known = knownItems({ ofItems, without }, units);
  return known.units.enough ? { error: Math.sqrt(Math.max(known.units.variance(known.ofItems), 0)), df: known.units.df } : null;
}

export interface InfluenceOnScore {
  ofItems: Float64Array;
  without?: readonly number[];
}

/** The items that have a score, and what they share. */
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

/** Where all units differ by the same amount, nothing shows how much they vary: the error with which p is that of coins that all fall on one side. */
function errorOfEqualDifferences(difference: number, df: number): number {
  const p = Math.min(1 - 1e-9, 2 ** -df);
  return Math.abs(difference) / quantileT(1 - p / 2, df);
}

/** The smallest true difference that a test at this level shows with this power (Cohen 1988; Card et al. 2020); Holm's first step with several tests. */
export function detectable({ error, df }: RobustError, { tests = 1, level = 0.95, power = 0.8 } = {}): number {
  return error * (quantileT(1 - (1 - level) / 2 / tests, df) + quantileT(power, df));
}

/** The influence on the difference of two scores of the same items. */
export function differenceOf(first: Influence, second: Influence): { ofItems: Float64Array; without: readonly number[] } {
  const gone = new Set(second.without);
  return {
    ofItems: first.ofItems.map((own, i) => own - second.ofItems[i]),
    without: first.without.filter((place) => gone.has(place)),
  };
}
