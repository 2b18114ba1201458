/** A fair sample of rows that stream by, in groups: small groups whole, large ones drawn at random, in the order in which they came. */
import type { Random } from '../../core/index.ts';

export interface SampledRow<Row> {
  group: string;
  /** From 0, in the group. */
  place: number;
  row: Row;
}

export interface RowSample<Row> {
  add(group: string, row: Row): void;
  /** At most so many rows of all groups. */
  take(most: number): SampledRow<Row>[];
}

/** `most` rows of each group are remembered (algorithm R, Vitter 1985). */
export function createRowSample<Row>({ most, random }: { most: number; random: Random }): RowSample<Row> {
  const groups = new Map<string, { seen: number; kept: SampledRow<Row>[] }>();
  return {
    add(group, row) {
      const known = groups.get(group) ?? { seen: 0, kept: [] };
      groups.set(group, known);
      const place = known.seen++;
      const slot = place < most ? place : random.below(place + 1);
      if (slot < most) known.kept[slot] = { group, place, row };
    },
    take(wanted) {
      const shares = fairShares(
        Array.from(groups.values(), ({ kept }) => kept.length),
        wanted,
      );
      return [...groups.values()].flatMap(({ kept }, g) =>
        (shares[g] < kept.length ? random.sample(kept, shares[g]) : [...kept]).sort((a, b) => a.place - b.place),
      );
    },
  };
}

/** Splits a total among groups: who needs less than an equal part gets all, and leaves the rest to the others. */
export function fairShares(sizes: readonly number[], total: number): number[] {
  const shares = new Array<number>(sizes.length).fill(0);
  const order = [...sizes.keys()].sort((a, b) => sizes[a] - sizes[b]);
  let left = total;
  for (const [i, g] of order.entries()) {
    shares[g] = Math.min(sizes[g], Math.floor(left / (order.length - i)));
    left -= shares[g];
  }
  return shares;
}
