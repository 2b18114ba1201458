/** Paired resampling tests of the difference between two systems: bootstrap (Koehn 2004) and permutation (Noreen 1989). */
import { atOnce, createRandom, type Rounds } from '../../core/index.ts';
import { FEW_ITEMS, type Interval, resamplePlaces, type Scorer } from './bootstrap.ts';

export interface PairedTestOptions {
  resamples?: number;
  seed?: number | string;
}

export interface PairedBootstrapResult {
  /** Score of the first system minus score of the second. */
  difference: number;
  p: number;
  /** The differences that the same test would not reject: null where it could not reject any. */
  interval: Interval | null;
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
      const distances = values.map((value) => Math.abs(value - mean));
      const far = distances.filter((distance) => distance >= Math.abs(difference) - ROUNDING).length;
      // The observed difference counts among the resamples.
      return [
        output,
        { difference, p: (far + 1) / (distances.length + 1), interval: notRejected(difference, distances, { level, observed: 1 }) },
      ];
    }),
  );
}

/**
 * The differences that a test does not reject. Its p-value is the share of these distances from 0 under the null hypothesis that are as large
 * as the difference; `observed` is 1 where the observed difference is counted in addition.
 */
function notRejected(
  difference: number,
  distances: readonly number[],
  { level, observed }: { level: number; observed: 0 | 1 },
): Interval | null {
  const sorted = Float64Array.from(distances).sort();
  // p is at least 1 - level where this many distances are as large.
  const needed = Math.ceil((1 - level) * (sorted.length + observed) - 1e-9) - observed;
  if (needed < 1) return null;
  const limit = sorted[sorted.length - needed];
  const reach = Math.abs(limit - Math.abs(difference)) <= ROUNDING ? Math.abs(difference) : limit;
  return { low: difference - reach, high: difference + reach };
}

/** Sums in another order differ in the last digits; equal differences must stay equal. */
export const ROUNDING = 1e-12;

/** First minus second, by output; null where either is undefined. */
function differences<Stats>(first: readonly Stats[], second: readonly Stats[], score: Scorer<Stats>): Record<string, number | null> {
  if (first.length !== second.length) throw new RangeError(`paired systems of ${first.length} and ${second.length} items`);
  const [a, b] = [score(first), score(second)];
  return Object.fromEntries(
    Object.keys(a).map((output) => {
      const [x, y] = [a[output] ?? null, b[output] ?? null];
      return [output, x === null || y === null ? null : x - y];
    }),
  );
}

/** Paired permutation test, also called approximate randomization (Noreen 1989; Riezler and Maxwell 2005). */
export interface PairedPermutationResult {
  /** Score of the first system minus score of the second. */
  difference: number;
  p: number;
  /** The differences that the same test would not reject, taking exchanges to move the score as little as where there is none; null where it could not reject any. */
  interval: Interval | null;
}

/**
 * Two-sided. p is the share of exchanges with a difference at least as large as the observed one, the observed one counted among them.
 * Below 20 items all exchanges are tried and p is exact.
 */
export function pairedPermutation<Stats>(
  first: readonly Stats[],
  second: readonly Stats[],
  score: Scorer<Stats>,
  options: PairedTestOptions = {},
): Record<string, PairedPermutationResult | null> {
  return atOnce(pairedPermutationRounds(first, second, score, options));
}

/** The same in rounds: one for each exchange. */
export function* pairedPermutationRounds<Stats>(
  first: readonly Stats[],
  second: readonly Stats[],
  score: Scorer<Stats>,
  { resamples = 1000, level = 0.95, seed = 1 }: PairedTestOptions & { level?: number } = {},
): Rounds<Record<string, PairedPermutationResult | null>> {
  const observed = differences(first, second, score);
  const outputs = Object.keys(observed);
  const distances = new Map<string, number[]>(outputs.map((output) => [output, []]));
  const exact = first.length < FEW_ITEMS;
  // An exchange of all items only turns the sign: half of the list, in which the last item stays, is enough.
  const rounds = exact ? 2 ** Math.max(0, first.length - 1) : resamples;

  const random = createRandom(seed);
  const [left, right] = [[...first], [...second]];
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < first.length; i++) {
      const exchange = exact ? (round & (1 << i)) !== 0 : random.next() < 0.5;
      left[i] = exchange ? second[i] : first[i];
      right[i] = exchange ? first[i] : second[i];
    }
    const exchanged = differences(left, right, score);
    for (const output of outputs) {
      const value = exchanged[output];
      if (value === null) continue;
      distances.get(output)?.push(Math.abs(value));
    }
    yield;
  }
  // The exact list of exchanges holds the observed one; a random one does not.
  const own = exact ? 0 : 1;
  return Object.fromEntries(
    [...distances].map(([output, values]) => {
      const difference = observed[output];
      if (difference === null || values.length === 0) return [output, null];
      const asLarge = values.filter((distance) => distance >= Math.abs(difference) - ROUNDING).length;
      const interval = notRejected(difference, values, { level, observed: own });
      return [output, { difference, p: (asLarge + own) / (values.length + own), interval }];
    }),
  );
}
