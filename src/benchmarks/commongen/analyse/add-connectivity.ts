/** Notes beside each concept-set whether ConceptNet links two of its concepts: the group of scores by connectivity. */
import type { ConceptGraph } from '../../../nlp/words/index.ts';
import type { CommonGenItem } from '../item.ts';
import { bareConcept, type CommonGenRow, conceptsOf } from '../row.ts';
import { readGraph } from './analyse-graph.ts';
import { connectionOf } from './connectivity.ts';

/** Rows of a build that has ConceptNet. */
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

/** Items of any file, where the user names a ConceptNet. It overrides what a dataset was built with. */
export async function addConnectivity(items: readonly CommonGenItem[], conceptnet?: string): Promise<readonly CommonGenItem[]> {
  if (!conceptnet) return items;
  const sets = items.map(({ input }) => input.concepts.map(bareConcept));
  const graph = await readGraph(conceptnet, sets);
  return items.map((item, i) => ({ ...item, meta: { ...item.meta, connectivity: connectionOf(sets[i], graph) } }));
}
