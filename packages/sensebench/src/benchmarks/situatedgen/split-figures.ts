/** Statistics of a split: those of its examples, its communities, and the world regions of its places. */
import { createRowFile, createTextNumbers } from '../../files/index.ts';
import { countRegions } from '../../nlp/index.ts';
import { findCommunities } from './build/find-communities.ts';
import { createFigureCounter, type DatasetFigures, type EntitiesById, entitiesOf, type FigureCounter } from './dataset-figures.ts';
import type { ExampleRows } from './row.ts';
import type { UnseenFigures } from './unseen.ts';

export type SplitFigures = DatasetFigures & {
  communities: { count: number; largestShare: number | null; crossing: number };
  regions: Record<string, number>;
  /** Present only if there is a train split to compare with. */
  unseen?: UnseenFigures;
};

export interface SplitFiguresOptions {
  top?: number;
  seed?: number;
  /** A counter for all splits together, to which each example is added too. */
  total?: FigureCounter;
}

export function splitFigures(
  { examples }: { examples: ExampleRows },
  entities: EntitiesById,
  { top = 30, seed = 17, total }: SplitFiguresOptions = {},
): SplitFigures {
  const { edges, crossing } = communitiesOf(examples, seed);
  const counter = createFigureCounter();
  for (const example of examples) {
    const own = entitiesOf(example, entities);
    counter.add(example, own);
    total?.add(example, own);
  }
  return {
    ...counter.figures({ top }),
    communities: { count: edges.length, largestShare: edges.length > 0 ? edges[0] / examples.length : null, crossing },
    regions: countRegions(placesOf(examples, entities)),
  };
}

function communitiesOf(examples: ExampleRows, seed: number): ReturnType<typeof findCommunities> {
  const numbers = createTextNumbers();
  const names = createRowFile<string>();
  const [first, second] = [new Int32Array(examples.length), new Int32Array(examples.length)];
  const numberOf = (id: string) => {
    const number = numbers.add(id);
    if (number === names.length) names.add(id);
    return number;
  };
  let edge = 0;
  try {
    for (const { ids } of examples) {
      [first[edge], second[edge]] = [numberOf(ids[0]), numberOf(ids[1])];
      edge++;
    }
    const edges = { length: edge, first: (at: number) => first[at], second: (at: number) => second[at] };
    return findCommunities(edges, { seed, nameOf: (node) => names.get(node) });
  } finally {
    names.close();
  }
}

/** The places of each statement, once, in the order of the examples. */
function* placesOf(examples: ExampleRows, entities: EntitiesById): Generator<string> {
  const seen = createTextNumbers();
  for (const { ids } of examples) {
    for (const id of ids) {
      if (!seen.isNew(id)) continue;
      for (const { type, text } of entities.get(id) ?? []) if (type === 'GPE') yield text;
    }
  }
}
