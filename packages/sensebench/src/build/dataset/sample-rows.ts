/** A fair sample of a stream of rows in groups: all of small groups, a random part of large ones, in the original order. */
import type { Random } from '@sensebench/metrics/internal/core';

export interface SampledRow<Row> {
  group: string;
  /** The index in the group. */
  place: number;
  row: Row;
}

export interface RowSample<Row> {
  add(group: string, row: Row): void;
  /** Returns at most so many rows of all groups. */
  take(most: number): SampledRow<Row>[];
}

/** Holds `most` rows of each group (algorithm R, Vitter 1985). */
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

/** Divides a total among groups. Groups that need less than an equal part leave the rest to the others. */
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
