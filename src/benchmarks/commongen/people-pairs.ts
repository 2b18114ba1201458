/** People as a system in CommonGen: each reference against the others, or the pairs behind the paper's human row (Tables 3 and 7). */
import type { CommonGenItem } from './item.ts';

export const PROTOCOLS = ['leave-one-out', 'paper'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

export interface PeoplePairs {
  items: CommonGenItem[];
  predictions: string[];
  /** Sets with one reference, which cannot be compared with another. */
  single: number;
}

/** How many references of a set the authors took: the shortest. */
const SHORTEST = 3;

export function peoplePairs(items: readonly CommonGenItem[], protocol: Protocol): PeoplePairs {
  return protocol === 'paper' ? orderedPairs(items) : leaveOneOut(items);
}

/** One item for each reference: the others are its references. */
function leaveOneOut(items: readonly CommonGenItem[]): PeoplePairs {
  const several = items.filter(({ references }) => references.length > 1);
  const rows = several.flatMap((item) =>
    item.references.map((prediction, place) => ({
      item: { ...item, id: `${item.id}/${place}`, references: item.references.filter((_, other) => other !== place) },
      prediction,
    })),
  );
  return toPairs(rows, items.length - several.length);
}

/** Every ordered pair of the three shortest references (in characters), each with itself too: a third of the pairs are perfect by construction. */
function orderedPairs(items: readonly CommonGenItem[]): PeoplePairs {
  const several = items.filter(({ references }) => references.length > 1);
  const rows = several.flatMap((item) => {
    const shortest = item.references.toSorted((a, b) => a.length - b.length).slice(0, SHORTEST);
    return shortest.flatMap((prediction, i) =>
      shortest.map((reference, j) => ({ item: { ...item, id: `${item.id}/${i}/${j}`, references: [reference] }, prediction })),
    );
  });
  return toPairs(rows, items.length - several.length);
}

function toPairs(rows: readonly { item: CommonGenItem; prediction: string }[], single: number): PeoplePairs {
  return { items: rows.map(({ item }) => item), predictions: rows.map(({ prediction }) => prediction), single };
}
