/** Connectivity and relations of the sets of several splits over ConceptNet (Lin et al. 2020, section 3.4), in one pass over its file. */

import { buildConceptGraph, type ConceptGraph } from '@sensebench/metrics/internal/nlp/words';
import { readConceptNet } from '../../../files/formats/index.ts';
import { bareConcept, type CommonGenItem, type CommonGenRow, conceptsOf } from '../item.ts';
import { type Connectivity, connectionOf, connectivity, type RelationShares, relationShares } from './connectivity.ts';

export interface GraphFigures {
  /** Connections in the sets of five (Figure 4). */
  connectivity: Connectivity;
  /** Relations in all sets (Table 2 and Figure 8). */
  relations: Record<'oneHop' | 'twoHop', RelationShares>;
}

/** Figure 4 counts sets of five: ten pairs each. */
const LARGEST_SET = 5;

/** The part of ConceptNet that touches a concept of the sets. */
export function readGraph(path: string, sets: Iterable<readonly string[]>): Promise<ConceptGraph> {
  const concepts = new Set<string>();
  for (const set of sets) for (const concept of set) concepts.add(concept);
  return buildConceptGraph(readConceptNet(path), concepts);
}

export function analyseGraph(
  splits: Readonly<Record<string, readonly (readonly string[])[]>>,
  graph: ConceptGraph,
): Record<string, GraphFigures> {
  return Object.fromEntries(
    Object.entries(splits).map(([split, sets]) => [
      split,
      {
        connectivity: connectivity(
          sets.filter((set) => set.length === LARGEST_SET),
          graph,
        ),
        relations: relationShares(sets, graph),
      },
    ]),
  );
}

/** Adds the connections to the rows of a build that uses ConceptNet. */
export function withConnectivity<Split extends string>(
  splits: Readonly<Record<Split, readonly CommonGenRow[]>>,
  graph: ConceptGraph,
): Record<Split, CommonGenRow[]> {
  const add = (rows: readonly CommonGenRow[]) => rows.map((row) => ({ ...row, connectivity: connectionOf(conceptsOf(row), graph) }));
  return Object.fromEntries(Object.entries<readonly CommonGenRow[]>(splits).map(([split, rows]) => [split, add(rows)])) as Record<
    Split,
    CommonGenRow[]
  >;
}

/** Adds the connections to the items of any file, if the user names a ConceptNet file, which overrides the one used for the build. */
export async function addConnectivity(items: readonly CommonGenItem[], conceptnet?: string): Promise<readonly CommonGenItem[]> {
  if (!conceptnet) return items;
  const sets = items.map(({ input }) => input.concepts.map(bareConcept));
  const graph = await readGraph(conceptnet, sets);
  return items.map((item, i) => ({ ...item, meta: { ...item.meta, connectivity: connectionOf(sets[i], graph) } }));
}
