/** ConceptNet's edges as a graph around the words that are asked about: which are linked directly, which over a third word. */
import type { ConceptEdge } from '../../core/index.ts';

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

export function isLinked(graph: ConceptGraph, a: string, b: string): boolean {
  return graph.get(a)?.has(b) ?? false;
}

/** Concepts that are neighbours of both, looked up from the one with fewer. */
export function middlesOf(graph: ConceptGraph, a: string, b: string): string[] {
  const [of, other] = [graph.get(a), graph.get(b)];
  if (!of || !other) return [];
  const [few, many] = of.size <= other.size ? [of, other] : [other, of];
  return [...few.keys()].filter((middle) => middle !== a && middle !== b && many.has(middle));
}
