/** Dyadic-robust standard error (Aronow, Samii and Assenova 2015): items that share a unit count together, whatever else they share. */
import type { Interval } from './bootstrap.ts';
import type { Influence } from './influence.ts';
import { ROUNDING } from './paired-bootstrap.ts';
import type { SharedUnits } from './shared-units.ts';
import { quantileT, twoSidedP } from './student-t.ts';

export interface RobustError {
  error: number;
  df: number;
}

/** `without` are places of items that have no score. null where too few units are left to tell how much scores vary. */
export function robustError(
  { ofItems, without = [] }: { ofItems: Float64Array; without?: readonly number[] },
  units: SharedUnits,
): RobustError | null {
  if (without.length > 0) {
    const gone = new Set(without);
    const places = Array.from(ofItems.keys()).filter((place) => !gone.has(place));
    return robustError({ ofItems: Float64Array.from(places, (place) => ofItems[place]) }, units.only(places));
  }
  const { df, correction, several, items, enough } = units;
  if (!enough) return null;
  const pairs = correction * units.sumOverPairs(ofItems);
  // With several units an item the sum can be negative by chance: it is never taken below half of what independent items would have.
  const alone = several ? (items / (items - 1)) * ofItems.reduce((sum, own) => sum + own * own, 0) : 0;
  return { error: Math.sqrt(Math.max(pairs, alone / 2, 0)), df };
}

/** The estimate with so many errors on either side, cut to the range. */
export function robustInterval(value: number, { error, df }: RobustError, { level, range }: { level: number; range?: Interval }): Interval {
  const reach = quantileT((1 + level) / 2, df) * error;
  return { low: Math.max(value - reach, range?.low ?? -Infinity), high: Math.min(value + reach, range?.high ?? Infinity) };
}

/** Two-sided. Never below the chance that as many coins as there are independent units fall on one side: no exact test can give less. */
export function robustP(difference: number, { error, df }: RobustError): number {
  if (Math.abs(difference) < ROUNDING) return 1;
  return Math.max(error > 0 ? twoSidedP(difference / error, df) : 0, Math.min(1, 2 ** -df));
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
