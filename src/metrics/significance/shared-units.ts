/** Which items share a unit (a statement, a question), and what follows for an error: pairs to sum over, bias, degrees of freedom. */
import { InputError } from '../../core/index.ts';

export interface SharedUnits {
  items: number;
  /** Distinct units of all items. */
  units: number;
  /** At least two items share a unit. */
  shared: boolean;
  /** Degrees of freedom of the error: one less than the number of clusters of one size. */
  df: number;
  /** No unit covers everything: an error can be given. */
  enough: boolean;
  /** By how much the sum over pairs is too small when items vary independently: n / (n - 1) where nothing is shared. */
  correction: number;
  /** Some item names several units: then the sum over pairs can be negative. */
  several: boolean;
  /** The sum of `values[i] * values[j]` over all i and j that share a unit, i = j included. Linear in the number of items. */
  sumOverPairs(values: ArrayLike<number>): number;
  /** The structure of the items at these places alone. */
  only(places: readonly number[]): SharedUnits;
}

/** More would be 4,096 combinations for one item. */
const MOST_UNITS = 12;

/** `units` has the names of each item's units; an item without any shares nothing. */
export function shareUnits(units: readonly (readonly string[])[]): SharedUnits {
  const items = units.length;
  const names = units.map((own, place) => (own.length > 0 ? [...new Set(own)].sort() : [`\0${place}`]));
  const { members, signs, sizes } = combine(names);

  // `degree`: how many items an item shares a unit with, itself included.
  let [sum, sumOfSquares] = [0, 0];
  for (const groups of members) {
    const degree = groups.reduce((total, group) => total + signs[group] * sizes[group], 0);
    sum += degree;
    sumOfSquares += degree ** 2;
  }
  // Moments of the error when items vary independently (Bell and McCaffrey 2002): exact for clusters of one size, n - 1 where nothing is shared.
  const mean = sum / items;
  const expected = items - mean;
  const spread = sum - (2 * sumOfSquares) / items + mean ** 2;
  const df = expected > 1e-9 ? expected ** 2 / spread : 0;
  return {
    items,
    units: new Set(names.flat()).size,
    shared: sum > items,
    df,
    // Two clusters have one degree of freedom, up to rounding.
    enough: df > 1 - 1e-9,
    correction: expected > 1e-9 ? items / expected : 0,
    several: names.some((own) => own.length > 1),
    sumOverPairs(values) {
      const totals = new Float64Array(signs.length);
      for (let i = 0; i < members.length; i++) {
        for (const group of members[i]) totals[group] += values[i];
      }
      let total = 0;
      for (let group = 0; group < totals.length; group++) total += signs[group] * totals[group] ** 2;
      return total;
    },
    only: (places) => shareUnits(places.map((place) => units[place])),
  };
}

/** Items that share nothing. */
export function separateUnits(items: number): SharedUnits {
  return shareUnits(Array.from({ length: items }, () => []));
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
