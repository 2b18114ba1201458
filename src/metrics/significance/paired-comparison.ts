/** Two systems on the same items: difference, its interval, and the paired test that suits what the items share. */
import { inTurns, type Resampling } from '../../core/index.ts';
import { FEW_ITEMS, type Scorer } from './bootstrap.ts';
import type { Influence } from './influence.ts';
import { pairedBootstrapRounds } from './paired-bootstrap.ts';
import { pairedPermutationRounds } from './paired-permutation.ts';
import { detectable, differenceOf, robustError, robustInterval, robustP } from './robust-error.ts';
import type { SharedUnits } from './shared-units.ts';

export interface PairedOptions {
  /** Where items share nothing: exchange outputs at random (Noreen 1989), or draw items anew (Koehn 2004). Below 20 items all exchanges are tried. */
  test?: 'permutation' | 'bootstrap';
  /** Default: 1,000, and at least 100 for each headline test, so that Holm's correction can reject. */
  resamples?: number;
  seed?: number;
  /** What a unit is called. */
  unit?: string;
}

/** How p was found. `tests`: headline tests that Holm's correction is over. `intervals`: how the differences' intervals were made. */
export type PairedResampling = Resampling & { tests: number; intervals: Resampling['method'] };

export const RESAMPLES = 1000;
/** For each headline test: Holm's smallest value is then 0.01. */
const RESAMPLES_PER_TEST = 100;

/** The test that suits these items, with enough resamples for so many headline tests. */
export function pairedResampling(
  units: SharedUnits,
  { test = 'permutation', resamples, unit = 'unit', seed = 17, tests }: PairedOptions & { tests: number },
): PairedResampling {
  if (units.shared) {
    const method = units.enough ? 'dyadic-robust' : 'none';
    return { unit, units: units.units, method, resamples: 0, seed, tests, intervals: method };
  }
  const alone = { unit: 'item', units: units.items, seed, tests };
  if (units.items < 2) return { ...alone, method: 'none', resamples: 0, intervals: 'none' };
  if (units.items < FEW_ITEMS) return { ...alone, method: 'exact-permutation', resamples: 2 ** units.items, intervals: 'jackknife' };
  const drawn = resamples ?? Math.max(RESAMPLES, RESAMPLES_PER_TEST * tests);
  return { ...alone, method: test, resamples: drawn, intervals: test === 'bootstrap' ? 'bootstrap' : 'jackknife' };
}

/** A system as it is compared: statistics of the items, their score, and how much each item moves it. */
export interface PairedSystem<Stats = unknown> {
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
  /** The smallest true difference that a test of these items shows with 80% power, at Holm's first step. */
  detectable: number | null;
}

interface PairedTest {
  units: SharedUnits;
  resampling: PairedResampling;
  /** False: statistics of two systems cannot change places, so nothing is drawn. */
  exchangeable?: boolean;
  signal?: AbortSignal;
}

type Tested = Record<string, { difference: number; p: number; interval?: { low: number; high: number } } | null>;

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
      const range = tested[output]?.interval ?? (error && robustInterval(difference, error, { level: 0.95 }));
      return [
        output,
        {
          difference,
          interval: range ? [range.low, range.high] : null,
          p: drawn ? (tested[output]?.p ?? null) : error && robustP(difference, error),
          detectable: error && detectable(error, { tests }),
        },
      ];
    }),
  );
}
