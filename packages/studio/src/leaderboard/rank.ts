/** Ranks with shared ties and missing scores last, rank intervals, and paired tests against the best (corrected by Holm). */
import { createRandom } from 'sensebench/internal/core';
import { comparePair, holm, type PairedResampling, pairedResampling, type SharedUnits, shareUnits } from 'sensebench/internal/metrics';
import { itemValues, type Standing } from './score-submission.ts';

export interface Contender {
  id: string;
  standing: Standing;
}

export interface RankedContender {
  id: string;
  value: number | null;
  /** 1 is the best; equal scores share a rank, and the following rank is skipped. */
  rank: number;
  /** Covers 95% of the resamples; null if items cannot be resampled. */
  rankInterval: [number, number] | null;
  /** Compared with the best; absent for the best itself. */
  fromBest?: {
    difference: number | null;
    interval: [number, number] | null;
    p: number | null;
    pHolm: number | null;
  };
  /** False if it differs significantly from the best; null if no test is possible. */
  likeBest: boolean | null;
}

export interface RankOptions {
  direction: 'higher' | 'lower';
  /** The units of each item, in the order of the standings' items. */
  units: readonly (readonly string[])[];
  /** The name of a unit. */
  unit?: string;
  seed?: number;
  /** For the rank intervals. */
  resamples?: number;
  level?: number;
}

export interface Ranking {
  rows: RankedContender[];
  /** How the tests against the best were computed. */
  resampling: PairedResampling;
  /** The number of resamples behind the rank intervals. */
  rankResamples: number;
}

/** Scores closer than this are equal: the order of summation affects the last digits. */
const EQUAL = 1e-12;

/** Sorted from the best to the last; equal ranks by id. */
export async function rankContenders(
  contenders: readonly Contender[],
  { direction, units, unit, seed = 17, resamples = 1000, level = 0.95 }: RankOptions,
): Promise<Ranking> {
  const sign = direction === 'higher' ? 1 : -1;
  const ranks = ranksOf(contenders.map(({ standing }) => signed(standing.value, sign)));
  const order = contenders
    .map((contender, i) => ({ ...contender, rank: ranks[i] }))
    .sort((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1));
  const shared = shareUnits(units);
  const resampling = pairedResampling(shared, { unit, seed, tests: Math.max(1, order.length - 1) });
  const tests = await testAgainst(order, { shared, resampling });
  const adjusted = holm(tests.map((test) => test?.p ?? null));
  const intervals = shared.enough ? rankIntervals(order, { sign, units, seed, resamples, level }) : null;
  const rows = order.map(({ id, standing, rank }, i): RankedContender => {
    const test = tests[i];
    const pHolm = adjusted[i];
    return {
      id,
      value: standing.value,
      rank,
      rankInterval: intervals?.get(id) ?? null,
      ...(test ? { fromBest: { difference: test.difference, interval: test.interval, p: test.p, pHolm } } : {}),
      likeBest: standing.value === null ? null : i === 0 ? true : pHolm === null ? null : pHolm >= 1 - level,
    };
  });
  return { rows, resampling, rankResamples: intervals ? resamples : 0 };
}

function signed(value: number | null, sign: number): number | null {
  return value === null ? null : value * sign;
}

/** Competition ranks of values, the highest first; missing ones share the last rank. */
export function ranksOf(values: readonly (number | null)[]): number[] {
  return values.map((value) => 1 + values.filter((other) => other !== null && (value === null || other > value + EQUAL)).length);
}

interface Test {
  difference: number | null;
  interval: [number, number] | null;
  p: number | null;
}

/** Tests each contender against the first. */
async function testAgainst(
  [best, ...others]: readonly Contender[],
  { shared, resampling }: { shared: SharedUnits; resampling: PairedResampling },
): Promise<(Test | null)[]> {
  if (!best) return [];
  const first = systemOf(best.standing);
  const tests: (Test | null)[] = [null];
  for (const { standing } of others) {
    const second = systemOf(standing);
    if (!first || !second) {
      tests.push(null);
      continue;
    }
    tests.push((await comparePair(second, first, { units: shared, resampling })).score);
  }
  return tests;
}

function systemOf(standing: Standing) {
  const { value, mean, influence } = standing;
  const stats = itemValues(standing);
  if (value === null || influence === null || !stats) return null;
  const range = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  return {
    outputs: ['score'],
    stats: [...stats],
    score: (values: readonly number[]) => ({ score: values.reduce((sum, each) => sum + each, 0) / values.length }),
    influence: { score: { value, ofItems: Float64Array.from(influence), without: [], mean, range } },
  };
}

interface Drawing {
  sign: number;
  units: RankOptions['units'];
  seed: number;
  resamples: number;
  level: number;
}

/** Resamples units, the same for all contenders; the weight of an item is the product of the weights of its units (Owen 2007). */
function rankIntervals(contenders: readonly Contender[], { sign, units, seed, resamples, level }: Drawing): Map<string, [number, number]> {
  const measured = contenders.flatMap(({ id, standing }) => {
    const values = itemValues(standing);
    return values ? [{ id, values }] : [];
  });
  const places = new Map<string, number>();
  const unitsOf = units.map((names, i) => (names.length > 0 ? [...new Set(names)] : [`\0${i}`]).map((name) => placeOf(places, name)));
  const ranksById = new Map(measured.map(({ id }) => [id, [] as number[]]));
  const random = createRandom(seed);
  const weights = new Float64Array(places.size);
  const ofItems = new Float64Array(unitsOf.length);
  for (let resample = 0; resample < resamples; resample++) {
    weights.fill(0);
    for (let i = 0; i < weights.length; i++) weights[random.below(weights.length)]++;
    let total = 0;
    for (const [i, names] of unitsOf.entries()) {
      ofItems[i] = names.reduce((product, name) => product * weights[name], 1);
      total += ofItems[i];
    }
    if (total === 0) continue;
    const scores = measured.map(({ values }) => (sign * values.reduce((sum, value, i) => sum + value * ofItems[i], 0)) / total);
    for (const [i, rank] of ranksOf(scores).entries()) ranksById.get(measured[i].id)?.push(rank);
  }
  return new Map(Array.from(ranksById, ([id, ranks]) => [id, quantiles(ranks, level)]));
}

function placeOf(places: Map<string, number>, name: string): number {
  const place = places.get(name) ?? places.size;
  places.set(name, place);
  return place;
}

/** Quantiles as whole ranks, rounded outwards. */
function quantiles(ranks: number[], level: number): [number, number] {
  const sorted = ranks.sort((a, b) => a - b);
  const outside = (1 - level) / 2;
  return [sorted[Math.floor(outside * (sorted.length - 1))], sorted[Math.ceil((1 - outside) * (sorted.length - 1))]];
}
