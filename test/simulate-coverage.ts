/** Simulated scores: how often 95% intervals hold the truth, and how often a test rejects what is true. */
import { atOnce, createRandom, type Random } from '../packages/metrics/src/core/index.ts';
import { influenceRounds } from '../packages/metrics/src/metrics/significance/influence.ts';
import { scoreInterval } from '../packages/metrics/src/metrics/significance/intervals.ts';
import { robustError, testDifference } from '../packages/metrics/src/metrics/significance/robust-error.ts';
import { shareUnits } from '../packages/metrics/src/metrics/significance/shared-units.ts';

export interface Population {
  name: string;
  /** The true mean. */
  mean: number;
  /** A score, from the effects of the item's units (each standard normal, their sum scaled to the share of the variance) and a draw of its own. */
  score(common: number, draw: Draw): number;
}

export interface Draw {
  /** From 0 to 1. */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
}

const NORMAL: Population = { name: 'normal', mean: 0, score: (common, { normal }) => common + normal() };

export const LOGNORMAL: Population = {
  name: 'lognormal, sd 1.2',
  mean: Math.exp(1.2 ** 2 / 2),
  score: (common, { normal }) => Math.exp(1.2 * (common + normal())),
};

/** Right or wrong. */
export function binary(p: number): Population {
  return { name: `binary, p = ${p}`, mean: p, score: (_, { uniform }) => (uniform() < p ? 1 : 0) };
}

/** Mostly 1, as a coverage: a share `p` of ones, the others between 0 and 1. */
export function nearCeiling(p: number): Population {
  return { name: `${p} ones, the others uniform`, mean: p + (1 - p) / 2, score: (_, { uniform }) => (uniform() < p ? 1 : uniform()) };
}

export interface Simulation {
  units: readonly (readonly string[])[];
  population?: Population;
  /** Share of the variance that comes from the units; of populations made from normal numbers. */
  share?: number;
  /** Two systems on the same items, whose true difference is 0; without it one system. */
  difference?: boolean;
  draws?: number;
}

export interface Coverage {
  /** Share of the draws whose interval holds the truth; and of those whose interval is too high, or too low. */
  coverage: number;
  above: number;
  below: number;
  /** Mean length of the intervals. */
  length: number;
  /** Share of the draws in which the truth is rejected at 5%. */
  rejected: number;
}

export function simulateCoverage({ units, population = NORMAL, share = 0, difference = false, draws = 1000 }: Simulation): Coverage {
  const structure = shareUnits(units);
  const drawScores = scoresOf(units, { population, share });
  const truth = difference ? 0 : population.mean;
  const found = { coverage: 0, above: 0, below: 0, length: 0, rejected: 0 };
  for (let draw = 0; draw < draws; draw++) {
    const values = drawScores();
    if (difference) {
      const other = drawScores();
      for (let i = 0; i < values.length; i++) values[i] -= other[i];
    }
    const influence = atOnce(influenceRounds(values, mean)).mean;
    const error = influence && robustError(influence, structure);
    if (!influence || !error) throw new Error('one unit covers everything');
    const test = testDifference(influence.value - truth, error);
    const interval = difference ? test.interval : scoreInterval(influence, structure);
    if (test.p < 0.05) found.rejected++;
    if (!interval || interval.low > truth + 1e-12) found.above++;
    else if (interval.high < truth - 1e-12) found.below++;
    else found.coverage++;
    found.length += interval ? interval.high - interval.low : 0;
  }
  for (const key of ['coverage', 'above', 'below', 'length', 'rejected'] as const) found[key] /= draws;
  return found;
}

function mean(values: readonly number[]): { mean: number } {
  let sum = 0;
  for (const value of values) sum += value;
  return { mean: sum / values.length };
}

function scoresOf(units: readonly (readonly string[])[], { population, share }: { population: Population; share: number }): () => number[] {
  const numbers = new Map([...new Set(units.flat())].map((unit, i) => [unit, i]));
  const places = units.map((own) => own.map((unit) => numbers.get(unit) ?? 0));
  const random = createRandom(`${population.name}/${share}/${units.length}`);
  const normal = normals(random);
  const own = { uniform: () => random.next(), normal: () => normal() * Math.sqrt(1 - share) };
  const effects = new Float64Array(numbers.size);
  return () => {
    for (let i = 0; i < effects.length; i++) effects[i] = normal();
    return places.map((names) => {
      let common = 0;
      for (const place of names) common += effects[place];
      return population.score(names.length > 0 ? common * Math.sqrt(share / names.length) : 0, own);
    });
  };
}

/** Standard normal numbers (Box and Muller 1958), drawn from a list of many: a test needs ten million in a second. */
function normals(random: Random): () => number {
  const list = Float64Array.from(
    { length: 1 << 16 },
    () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next()),
  );
  // The truth is exactly 0.
  const centre = list.reduce((sum, own) => sum + own, 0) / list.length;
  for (let i = 0; i < list.length; i++) list[i] -= centre;
  let state = random.below(1 << 30);
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return list[state >>> 16];
  };
}

/** Names of units for clusters of these sizes. */
export function clustersOf(sizes: readonly number[]): string[][] {
  return sizes.flatMap((size, cluster) => Array.from({ length: size }, () => [`${cluster}`]));
}
