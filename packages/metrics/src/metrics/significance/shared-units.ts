/** Which items share a unit (a statement, a question), and the variance of a score that follows from it. */
import { InputError } from '../../core/index.ts';

export interface SharedUnits {
  items: number;
  /** Distinct units of all items. */
  units: number;
  /** At least two items share a unit. */
  shared: boolean;
  /** `separate`: nothing is shared. `clusters`: every item has one unit. `dyads`: some items have several. */
  structure: 'separate' | 'clusters' | 'dyads';
  /** Degrees of freedom of the variance. */
  df: number;
  /** No unit covers everything, so that an error can be estimated. */
  enough: boolean;
  /** The variance of a score, from how much each item moves it. Linear in the number of items. */
  variance(influence: ArrayLike<number>): number;
  /** The skewness of the score's distribution; null if a few large units dominate, or if items have several units. */
  skewness(influence: ArrayLike<number>): number | null;
  /** The structure of the items at these positions. */
  only(places: readonly number[]): SharedUnits;
}

/** More units per item would give more than 4,096 combinations. */
const MOST_UNITS = 12;

/** `units` has the units of each item; an item without units shares nothing. */
export function shareUnits(units: readonly (readonly string[])[]): SharedUnits {
  const names = units.map((own, place) => (own.length > 0 ? [...new Set(own)].sort() : [`\0${place}`]));
  return {
    items: units.length,
    units: new Set(names.flat()).size,
    ...(names.some((own) => own.length > 1) ? dyads(names) : clusters(names.map(([name]) => name))),
    only: (places) => shareUnits(places.map((place) => units[place])),
  };
}

/** Items that share nothing. */
export function separateUnits(items: number): SharedUnits {
  return shareUnits(Array.from({ length: items }, () => []));
}

type Structure = Omit<SharedUnits, 'items' | 'units' | 'only'>;

/**
 * CR2 of Bell and McCaffrey (2002) for a mean: the total influence of a cluster with m of n items counts n / (n - m) times, which removes the bias
 * for clusters of any sizes. Their degrees of freedom keep the interval honest where one cluster is much larger than the others.
 */
function clusters(names: readonly string[]): Structure {
  const numbers = new Map<string, number>();
  const sizes: number[] = [];
  const clusterOf = names.map((name) => {
    const cluster = numbers.get(name) ?? numbers.size;
    numbers.set(name, cluster);
    sizes[cluster] = (sizes[cluster] ?? 0) + 1;
    return cluster;
  });
  const items = names.length;
  const weights = sizes.map((size) => (size < items ? items / (items - size) : 0));
  const df = clusterDf(sizes, weights, items);
  const totals = (influence: ArrayLike<number>) => {
    const sums = new Float64Array(sizes.length);
    for (let i = 0; i < clusterOf.length; i++) sums[clusterOf[i]] += influence[i];
    return sums;
  };
  const variance = (influence: ArrayLike<number>) => totals(influence).reduce((sum, own, i) => sum + weights[i] * own ** 2, 0);
  return {
    shared: sizes.length < items,
    structure: sizes.length < items ? 'clusters' : 'separate',
    df,
    enough: df > 1 - 1e-9,
    variance,
    skewness(influence) {
      if (df < (sizes.length - 1) / 2) return null;
      const spread = variance(influence);
      // Neither cubes nor powers with 1.5: engines differ in their last digit.
      const cubes = totals(influence).reduce((sum, own, i) => sum + weights[i] * Math.sqrt(weights[i]) * own ** 2 * own, 0);
      return spread > 0 ? cubes / (spread * Math.sqrt(spread)) : 0;
    },
  };
}

/** The first two moments of the variance where items vary independently: exactly the number of clusters less one where all have one size. */
function clusterDf(sizes: readonly number[], weights: readonly number[], items: number): number {
  if (sizes.length < 2) return 0;
  let [squares, weighted, own] = [0, 0, 0];
  for (const [i, size] of sizes.entries()) {
    squares += size ** 2;
    weighted += weights[i] * size ** 2;
    own += (weights[i] * size ** 2) ** 2;
  }
  return items ** 2 / (squares + (weighted ** 2 - own) / items ** 2);
}

/** Dyadic-robust (Aronow, Samii and Assenova 2015): the sum over all pairs of items that share a unit, each pair counted once. */
function dyads(names: readonly (readonly string[])[]): Structure {
  const items = names.length;
  const { members, signs, sizes } = combine(names);
  // `degree`: how many items an item shares a unit with, itself included.
  let [sum, sumOfSquares] = [0, 0];
  for (const groups of members) {
    const degree = groups.reduce((total, group) => total + signs[group] * sizes[group], 0);
    sum += degree;
    sumOfSquares += degree ** 2;
  }
  // Moments of the error when items vary independently, as Bell and McCaffrey (2002) take them for clusters.
  const mean = sum / items;
  const expected = items - mean;
  const spread = sum - (2 * sumOfSquares) / items + mean ** 2;
  const df = expected > 1e-9 ? expected ** 2 / spread : 0;
  return {
    shared: sum > items,
    structure: sum > items ? 'dyads' : 'separate',
    df,
    // Two clusters have one degree of freedom, up to rounding.
    enough: df > 1 - 1e-9,
    variance(influence) {
      const totals = new Float64Array(signs.length);
      let alone = 0;
      for (let i = 0; i < members.length; i++) {
        alone += influence[i] ** 2;
        for (const group of members[i]) totals[group] += influence[i];
      }
      const pairs = totals.reduce((total, own, group) => total + signs[group] * own ** 2, 0);
      // The sum can be negative by chance: it is never taken below half of what independent items would have.
      return Math.max((expected > 1e-9 ? items / expected : 0) * pairs, (items / (items - 1)) * (alone / 2));
    },
    skewness: () => null,
  };
}

/**
 * Groups of items by every combination of units that they name, with + for an odd number of units and - for an even one:
 * by inclusion and exclusion a pair that shares two units is counted once, not twice.
 */
function combine(names: readonly (readonly string[])[]): { members: number[][]; signs: number[]; sizes: number[] } {
  const groupOf = new Map<string, number>();
  const signs: number[] = [];
  const sizes: number[] = [];
  const members = names.map((own) => {
    if (own.length > MOST_UNITS) throw new InputError(`an item names ${own.length} units`, { expected: `at most ${MOST_UNITS}` });
    const groups: number[] = [];
    for (let mask = 1; mask < 2 ** own.length; mask++) {
      const chosen = own.filter((_, i) => mask & (1 << i));
      const key = chosen.join('\0');
      const group = groupOf.get(key) ?? groupOf.size;
      groupOf.set(key, group);
      signs[group] = chosen.length % 2 === 1 ? 1 : -1;
      sizes[group] = (sizes[group] ?? 0) + 1;
      groups.push(group);
    }
    return groups;
  });
  return { members, signs, sizes };
}
