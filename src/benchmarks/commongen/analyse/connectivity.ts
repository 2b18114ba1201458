/** Connections of concept-sets on ConceptNet (Lin et al. 2020, section 3.4): Figure 4, Table 2, Figure 8. */
import type { ConceptEdge } from '../steps/concept-vocabulary.ts';
import { categoryOf, RELATION_CATEGORIES } from './relation-categories.ts';

/** Neighbours of the concepts that are asked about, each with the relations of the edges, whatever their direction. */
export type ConceptGraph = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

/** Keeps only edges that touch a wanted concept, so that the whole of ConceptNet streams through little memory. */
export async function buildConceptGraph(
  edges: AsyncIterable<ConceptEdge> | Iterable<ConceptEdge>,
  wanted: ReadonlySet<string>,
): Promise<ConceptGraph> {
  const graph = new Map<string, Map<string, Set<string>>>();
  const add = (from: string, to: string, relation: string): void => {
    if (!wanted.has(from)) return;
    const neighbours = graph.get(from) ?? new Map<string, Set<string>>();
    graph.set(from, neighbours);
    const relations = neighbours.get(to) ?? new Set<string>();
    neighbours.set(to, relations.add(relation));
  };
  for await (const { start, end, relation } of edges) {
    if (start === end) continue;
    add(start, end, relation);
    add(end, start, relation);
  }
  return graph;
}

export interface Connectivity {
  sets: number;
  /** Share of the sets by their number of connected pairs; the place in the list is the number. */
  oneHop: number[];
  twoHop: number[];
}

export interface RelationShares {
  connections: number;
  /** Share of the connections that have a relation of the category; they overlap where a connection has several. */
  categories: Record<string, number | null>;
  /** Connections by relation, most frequent first. */
  relations: Record<string, number>;
}

/** Figure 4: of sets of one size; a two-hop connection counts a direct one too. */
export function connectivity(sets: readonly (readonly string[])[], graph: ConceptGraph): Connectivity {
  const pairs = sets.length > 0 ? (sets[0].length * (sets[0].length - 1)) / 2 : 0;
  const counts = { oneHop: new Array<number>(pairs + 1).fill(0), twoHop: new Array<number>(pairs + 1).fill(0) };
  for (const set of sets) {
    const linked = pairsOf(set).map(([a, b]) => ({ one: isLinked(graph, a, b), two: middles(graph, a, b).length > 0 }));
    counts.oneHop[linked.filter(({ one }) => one).length]++;
    counts.twoHop[linked.filter(({ one, two }) => one || two).length]++;
  }
  const share = (list: readonly number[]) => list.map((count) => (sets.length > 0 ? count / sets.length : 0));
  return { sets: sets.length, oneHop: share(counts.oneHop), twoHop: share(counts.twoHop) };
}

/** Table 2 and Figure 8: an edge is a one-hop connection, a path over a third concept a two-hop one. */
export function relationShares(
  sets: readonly (readonly string[])[],
  graph: ConceptGraph,
): { oneHop: RelationShares; twoHop: RelationShares } {
  const oneHop: string[][] = [];
  const twoHop: string[][] = [];
  const seen = new Set<string>();
  for (const set of sets) {
    for (const [a, b] of pairsOf(set)) {
      const key = [a, b].sort().join('#');
      if (seen.has(key)) continue;
      seen.add(key);
      for (const relation of graph.get(a)?.get(b) ?? []) oneHop.push([relation]);
      for (const middle of middles(graph, a, b)) {
        for (const first of graph.get(a)?.get(middle) ?? [])
          for (const second of graph.get(b)?.get(middle) ?? []) twoHop.push([first, second]);
      }
    }
  }
  return { oneHop: summarize(oneHop), twoHop: summarize(twoHop) };
}

function summarize(connections: readonly (readonly string[])[]): RelationShares {
  const relations = new Map<string, number>();
  for (const path of connections) for (const relation of path) relations.set(relation, (relations.get(relation) ?? 0) + 1);
  const withCategory = (category: string) =>
    connections.filter((path) => path.some((relation) => categoryOf(relation) === category)).length;
  return {
    connections: connections.length,
    categories: Object.fromEntries(
      Object.keys(RELATION_CATEGORIES).map((category) => [
        category,
        connections.length > 0 ? withCategory(category) / connections.length : null,
      ]),
    ),
    relations: Object.fromEntries([...relations].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))),
  };
}

function isLinked(graph: ConceptGraph, a: string, b: string): boolean {
  return graph.get(a)?.has(b) ?? false;
}

/** Concepts that are neighbours of both. */
function middles(graph: ConceptGraph, a: string, b: string): string[] {
  const [of, other] = [graph.get(a), graph.get(b)];
  return of && other ? [...of.keys()].filter((middle) => middle !== b && other.has(middle)) : [];
}

function pairsOf(set: readonly string[]): [string, string][] {
  return set.flatMap((a, i) => set.slice(i + 1).map((b): [string, string] => [a, b]));
}
