/** Connections of concept-sets in ConceptNet (Lin et al. 2020, section 3.4): Figure 4, Table 2, Figure 8. */
import { type ConceptGraph, isLinked, middlesOf } from '@sensebench/metrics/internal/nlp/words';

export interface Connectivity {
  sets: number;
  /** The share of the sets with each number of connected pairs, which is the index. */
  oneHop: number[];
  twoHop: number[];
}

export interface RelationShares {
  connections: number;
  /** The share of the connections that have a relation of the category. Shares overlap where a connection has several. */
  categories: Record<string, number | null>;
  /** The number of connections with each relation, most frequent first. A path whose two relations are the same counts once. */
  relations: Record<string, number>;
}

/** Figure 4, for sets of one size. Two-hop connections include direct ones. */
export function connectivity(sets: readonly (readonly string[])[], graph: ConceptGraph): Connectivity {
  const pairs = sets.length > 0 ? (sets[0].length * (sets[0].length - 1)) / 2 : 0;
  const counts = { oneHop: new Array<number>(pairs + 1).fill(0), twoHop: new Array<number>(pairs + 1).fill(0) };
  for (const set of sets) {
    const linked = pairsOf(set).map(([a, b]) => ({ one: isLinked(graph, a, b), two: middlesOf(graph, a, b).length > 0 }));
    counts.oneHop[linked.filter(({ one }) => one).length]++;
    counts.twoHop[linked.filter(({ one, two }) => one || two).length]++;
  }
  const share = (list: readonly number[]) => list.map((count) => (sets.length > 0 ? count / sets.length : 0));
  return { sets: sets.length, oneHop: share(counts.oneHop), twoHop: share(counts.twoHop) };
}

/** How a set is connected: some pair directly, some pair only over a third concept, or no pair at all. */
export const CONNECTIONS = ['one hop', 'two hops', 'disconnected'] as const;
export type Connection = (typeof CONNECTIONS)[number];

export function connectionOf(set: readonly string[], graph: ConceptGraph): Connection {
  const pairs = pairsOf(set).filter(([a, b]) => a !== b);
  if (pairs.some(([a, b]) => isLinked(graph, a, b))) return 'one hop';
  return pairs.some(([a, b]) => middlesOf(graph, a, b).length > 0) ? 'two hops' : 'disconnected';
}

/** Table 2 and Figure 8. An edge is a one-hop connection, a path over a third concept a two-hop connection. */
export function relationShares(
  sets: readonly (readonly string[])[],
  graph: ConceptGraph,
): { oneHop: RelationShares; twoHop: RelationShares } {
  const oneHop = new Map<string, number>();
  const twoHop = new Map<string, number>();
  const seen = new Set<string>();
  for (const set of sets) {
    for (const [a, b] of pairsOf(set)) {
      const key = [a, b].sort().join('#');
      if (seen.has(key)) continue;
      seen.add(key);
      for (const relation of graph.get(a)?.get(b) ?? []) count(oneHop, relation);
      for (const middle of middlesOf(graph, a, b)) {
        for (const first of graph.get(a)?.get(middle) ?? [])
          for (const second of graph.get(b)?.get(middle) ?? []) count(twoHop, `${first}${MARK}${second}`);
      }
    }
  }
  return { oneHop: summarize(oneHop), twoHop: summarize(twoHop) };
}

/** Separates the relations of a path. Paths with the same relations are counted together, because ConceptNet has millions of them. */
const MARK = '#';

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function summarize(paths: ReadonlyMap<string, number>): RelationShares {
  const kinds = Array.from(paths, ([path, times]) => ({ relations: path.split(MARK), times }));
  const relations = new Map<string, number>();
  for (const kind of kinds)
    for (const relation of new Set(kind.relations)) relations.set(relation, (relations.get(relation) ?? 0) + kind.times);
  const total = (chosen: readonly { times: number }[]) => chosen.reduce((sum, { times }) => sum + times, 0);
  const connections = total(kinds);
  const withCategory = (category: string) =>
    total(kinds.filter((kind) => kind.relations.some((relation) => categoryOf(relation) === category)));
  return {
    connections,
    categories: Object.fromEntries(
      Object.keys(RELATION_CATEGORIES).map((category) => [category, connections > 0 ? withCategory(category) / connections : null]),
    ),
    relations: Object.fromEntries([...relations].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))),
  };
}

function pairsOf(set: readonly string[]): [string, string][] {
  return set.flatMap((a, i) => set.slice(i + 1).map((b): [string, string] => [a, b]));
}

const RELATION_CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  'Spatial knowledge': ['AtLocation', 'LocatedNear'],
  'Object properties': ['UsedFor', 'CapableOf', 'PartOf', 'ReceivesAction', 'MadeOf', 'FormOf', 'HasProperty', 'HasA'],
  'Human behaviors': ['CausesDesire', 'MotivatedByGoal', 'Desires', 'NotDesires', 'MannerOf'],
  'Temporal knowledge': ['HasSubevent', 'HasPrerequisite', 'HasFirstSubevent', 'HasLastSubevent'],
  General: ['RelatedTo', 'Synonym', 'DistinctFrom', 'IsA', 'HasContext', 'SimilarTo'],
};

/** The paper's shares of one-hop and two-hop connections; the second column overlaps and sums to 197%. */
export const PUBLISHED_RELATIONS: Readonly<Record<string, { oneHop: number; twoHop: number }>> = {
  'Spatial knowledge': { oneHop: 0.094, twoHop: 0.3931 },
  'Object properties': { oneHop: 0.096, twoHop: 0.4404 },
  'Human behaviors': { oneHop: 0.046, twoHop: 0.1959 },
  'Temporal knowledge': { oneHop: 0.015, twoHop: 0.2403 },
  General: { oneHop: 0.7489, twoHop: 0.6965 },
};

const CATEGORY_OF = new Map(
  Object.entries(RELATION_CATEGORIES).flatMap(([category, relations]) => relations.map((relation) => [relation, category])),
);

/** Null for a relation that the paper puts in no category. */
function categoryOf(relation: string): string | null {
  return CATEGORY_OF.get(relation) ?? null;
}
