/** Compares two systems on the same items: the difference, its interval, and the paired test that suits the structure of the items. */
import { inTurns, type Resampling } from '../../core/index.ts';
import { FEW_ITEMS, type Interval, type Scorer } from './bootstrap.ts';
import type { Influence } from './influence.ts';
import { errorMethod } from './intervals.ts';
import { pairedBootstrapRounds, pairedPermutationRounds } from './paired-resampling.ts';
import { detectable, differenceOf, robustError, testDifference } from './robust-error.ts';
import type { SharedUnits } from './shared-units.ts';
import { quantileT, twoSidedP } from './student-t.ts';

export const PAIRED_TESTS = ['t', 'permutation', 'bootstrap'] as const;

export interface PairedOptions {
  /**
   * `t`: the difference divided by its robust error, whatever items share. Where they share nothing, outputs can be exchanged at random (Noreen 1989;
   * below 20 items all exchanges are tried) or items drawn anew (Koehn 2004) instead.
   */
  test?: (typeof PAIRED_TESTS)[number];
  /** Default: 1,000, or 100 per headline test if that is more, so that Holm's correction can reject. */
  resamples?: number;
  seed?: number;
  /** The name of a unit. */
  unit?: string;
}

/** How p and the interval of a difference were computed. `tests`: the number of headline tests in Holm's correction. */
export type PairedResampling = Resampling & { tests: number };

export const RESAMPLES = 1000;
/** Per headline test: the smallest corrected value is then 0.01. */
const RESAMPLES_PER_TEST = 100;

/** The test that suits these items, with enough resamples for the number of headline tests. */
export function pairedResampling(
  units: SharedUnits,
  { test = 't', resamples, unit = 'unit', seed = 17, tests }: PairedOptions & { tests: number },
): PairedResampling {
  const common = { unit: units.shared ? unit : 'item', units: units.units, seed, tests };
  if (test === 't' || units.shared || !units.enough) return { ...common, method: errorMethod(units), resamples: 0 };
  if (test === 'permutation' && units.items < FEW_ITEMS) return { ...common, method: 'exact-permutation', resamples: 2 ** units.items };
  return { ...common, method: test, resamples: resamples ?? Math.max(RESAMPLES, RESAMPLES_PER_TEST * tests) };
}

/** A system in a comparison: the statistics of its items, their score, and how much each item moves it. */
interface PairedSystem<Stats = unknown> {
  outputs: readonly string[];
  stats: readonly Stats[];
  score: Scorer<Stats>;
  influence: Readonly<Record<string, Influence | null>>;
}

export interface PairedDifference {
  /** Score of a minus score of b. */
  difference: number | null;
  /** 95% */
  interval: [number, number] | null;
  p: number | null;
  /** The smallest true difference that a test on these items detects with 80% power, at Holm's first step. */
  detectable: number | null;
}

interface PairedTest {
  units: SharedUnits;
  resampling: PairedResampling;
  /** False if statistics of two systems cannot be exchanged; nothing is then resampled. */
  exchangeable?: boolean;
  signal?: AbortSignal;
}

type Tested = Record<string, { difference: number; p: number; interval: Interval | null } | null>;

export async function comparePair<Stats>(
  a: PairedSystem<Stats>,
  b: PairedSystem<Stats>,
  { units, resampling, exchangeable = true, signal }: PairedTest,
): Promise<Record<string, PairedDifference>> {
  const { method, resamples, seed, tests } = resampling;
  const [scoresA, scoresB] = [a.score(a.stats), b.score(b.stats)];
  const drawn =
    method === 'permutation' || method === 'exact-permutation'
      ? pairedPermutationRounds<Stats>
      : method === 'bootstrap'
        ? pairedBootstrapRounds<Stats>
        : null;
  const tested = drawn && exchangeable ? await inTurns<Tested>(drawn(a.stats, b.stats, a.score, { resamples, seed }), signal) : {};
  return Object.fromEntries(
    a.outputs.map((output): [string, PairedDifference] => {
      const [x, y, u, v] = [scoresA[output] ?? null, scoresB[output] ?? null, a.influence[output], b.influence[output]];
      if (x === null || y === null) return [output, { difference: null, interval: null, p: null, detectable: null }];
      const difference = x - y;
      const error = u && v ? robustError(differenceOf(u, v), units) : null;
      const test = drawn ? tested[output] : u && v && error && (pairedProportions(u, v, units) ?? testDifference(difference, error));
      return [
        output,
        {
          difference,
          interval: test?.interval ? [test.interval.low, test.interval.high] : null,
          p: test?.p ?? null,
          detectable: error && detectable(error, { tests }),
        },
      ];
    }),
  );
}

const NORMAL = Number.POSITIVE_INFINITY;

/**
 * The difference of two paired proportions: items that are right or wrong under either system (Bonett and Price 2012).
 * null if some item is neither right nor wrong, or if items share units. One win and one loss are added.
 */
function pairedProportions(
  first: Influence,
  second: Influence,
  units: SharedUnits,
  { level = 0.95 } = {},
): { p: number; interval: Interval } | null {
  if (units.shared) return null;
  const [a, b] = [rightOrWrong(first), rightOrWrong(second)];
  if (!a || !b) return null;
  let [won, lost] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    if (a[i] && !b[i]) won++;
    else if (b[i] && !a[i]) lost++;
  }
  const items = a.length + 2;
  const centre = (won - lost) / items;
  const error = Math.sqrt((won + lost + 2) / items - centre ** 2) / Math.sqrt(items);
  const reach = quantileT((1 + level) / 2, NORMAL) * error;
  return { p: twoSidedP(centre / error, NORMAL), interval: { low: Math.max(-1, centre - reach), high: Math.min(1, centre + reach) } };
}

function rightOrWrong({ value, mean, ofItems, without }: Influence): boolean[] | null {
  if (!mean || without.length > 0) return null;
  const answers: boolean[] = [];
  for (const own of ofItems) {
    const score = value + own * ofItems.length;
    const right = Math.abs(score - 1) < 1e-9;
    if (!right && Math.abs(score) > 1e-9) return null;
    answers.push(right);
  }
  return answers;
}

/**
 * Holm's step-down correction (Holm 1979) of several p-values: the chance of even one false finding stays below the level.
 * Adjusted values in the same order; null stays null and does not count as a test.
 */
export function holm(pValues: readonly (number | null)[]): (number | null)[] {
  const tests = pValues.flatMap((p, index) => (p === null ? [] : [{ p, index }])).sort((a, b) => a.p - b.p);
  const adjusted = new Array<number | null>(pValues.length).fill(null);
  let largest = 0;
  for (const [place, { p, index }] of tests.entries()) {
    largest = Math.max(largest, Math.min(1, p * (tests.length - place)));
    adjusted[index] = largest;
  }
  return adjusted;
}
