/** Paired permutation test, also called approximate randomization (Noreen 1989; Riezler and Maxwell 2005). */
import { atOnce, createRandom, type Rounds } from '../../core/index.ts';
import { FEW_ITEMS, type Interval, type Scorer } from './bootstrap.ts';
import { differences, notRejected, type PairedTestOptions, ROUNDING } from './paired-bootstrap.ts';

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
