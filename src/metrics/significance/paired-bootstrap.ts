/** Paired bootstrap test (Koehn 2004; two-sided, centred at the mean of the resamples) of the difference between two systems. */
import { atOnce, createRandom, type Rounds } from '../../core/index.ts';
import { type Interval, percentileInterval, resamplePlaces, type Scorer } from './bootstrap.ts';

export interface PairedTestOptions {
  resamples?: number;
  seed?: number | string;
}

export interface PairedBootstrapResult {
  /** Score of the first system minus score of the second. */
  difference: number;
  p: number;
  /** Interval of the difference. */
  interval: Interval;
}

/**
 * `first[i]` and `second[i]` are the statistics of one item under two systems. p is the share of resamples whose difference is at least as far from
 * the mean of all resamples as the observed one is from 0; the observed one is counted too, so identical systems have p = 1.
 * An output is null where a system's score is undefined, or is so in more than half of the resamples.
 */
export function pairedBootstrap<Stats>(
  first: readonly Stats[],
  second: readonly Stats[],
  score: Scorer<Stats>,
  options: PairedTestOptions & { level?: number } = {},
): Record<string, PairedBootstrapResult | null> {
  return atOnce(pairedBootstrapRounds(first, second, score, options));
}

/** The same in rounds: one for each resample. */
export function* pairedBootstrapRounds<Stats>(
  first: readonly Stats[],
  second: readonly Stats[],
  score: Scorer<Stats>,
  { resamples = 1000, level = 0.95, seed = 1 }: PairedTestOptions & { level?: number } = {},
): Rounds<Record<string, PairedBootstrapResult | null>> {
  const observed = differences(first, second, score);
  const samples = new Map<string, number[]>(Object.keys(observed).map((output) => [output, []]));
  if (first.length > 0) {
    const [left, right] = [[...first], [...second]];
    for (const places of resamplePlaces(first.length, { resamples, random: createRandom(seed) })) {
      for (let i = 0; i < places.length; i++) {
        left[i] = first[places[i]];
        right[i] = second[places[i]];
      }
      const drawn = differences(left, right, score);
      for (const [output, values] of samples) {
        const value = drawn[output];
        if (value !== null && value !== undefined) values.push(value);
      }
      yield;
    }
  }
  return Object.fromEntries(
    [...samples].map(([output, values]) => {
      const difference = observed[output];
      if (difference === null || values.length === 0 || values.length * 2 < resamples) return [output, null];
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const far = values.filter((value) => Math.abs(value - mean) >= Math.abs(difference) - ROUNDING).length;
      return [output, { difference, p: (far + 1) / (values.length + 1), interval: percentileInterval(values, level) }];
    }),
  );
}

/** Sums in another order differ in the last digits; equal differences must stay equal. */
export const ROUNDING = 1e-12;

/** First minus second, by output; null where either is undefined. */
export function differences<Stats>(first: readonly Stats[], second: readonly Stats[], score: Scorer<Stats>): Record<string, number | null> {
  if (first.length !== second.length) throw new RangeError(`paired systems of ${first.length} and ${second.length} items`);
  const [a, b] = [score(first), score(second)];
  return Object.fromEntries(
    Object.keys(a).map((output) => {
      const [x, y] = [a[output] ?? null, b[output] ?? null];
      return [output, x === null || y === null ? null : x - y];
    }),
  );
}
