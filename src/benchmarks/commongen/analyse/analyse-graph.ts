/** Connectivity and relations of the sets of several splits over ConceptNet (Lin et al. 2020, section 3.4), in one pass over its file. */
import { readConceptNet } from '../steps/concept-vocabulary.ts';
import { buildConceptGraph, type Connectivity, connectivity, type RelationShares, relationShares } from './connectivity.ts';

export interface GraphFigures {
  /** Connections in the sets of five (Figure 4). */
  connectivity: Connectivity;
  /** Relations in all sets (Table 2 and Figure 8). */
  relations: Record<'oneHop' | 'twoHop', RelationShares>;
}

/** Figure 4 counts sets of five: ten pairs each. */
const LARGEST_SET = 5;

export async function analyseGraph(
  splits: Readonly<Record<string, readonly (readonly string[])[]>>,
  path: string,
): Promise<Record<string, GraphFigures>> {
  const graph = await buildConceptGraph(readConceptNet(path), new Set(Object.values(splits).flat(2)));
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
