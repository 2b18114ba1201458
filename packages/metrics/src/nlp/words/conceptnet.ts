/** ConceptNet around the words of interest: which are linked directly or over a third word, and how plausible a sentence is. */
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

/**
 * How well ConceptNet links the neighbouring content words of a sentence: a measure of plausibility between 0 and 1.
 * Words that ConceptNet holds together: both sides of an edge, word by word, and the words of one phrase.
 */
interface WordLinks {
  has(a: string, b: string): boolean;
}

/** Words of phrases that link nothing. */
const EMPTY = new Set('a an the of to in on at for with and or your you it be is have do'.split(' '));

/** Keeps only links of a wanted word, so that the whole of ConceptNet streams through little memory. `dog CapableOf catch_frisbee` links all three. */
export async function linkWords(
  edges: AsyncIterable<ConceptEdge> | Iterable<ConceptEdge>,
  wanted: ReadonlySet<string>,
): Promise<WordLinks> {
  const links = new Map<string, Set<string>>();
  for await (const { start, end } of edges) {
    const words = [...start.split('_'), ...end.split('_')].filter((word) => !EMPTY.has(word));
    for (const word of words) {
      if (!wanted.has(word)) continue;
      const own = links.get(word) ?? new Set<string>();
      links.set(word, own);
      for (const other of words) if (other !== word) own.add(other);
    }
  }
  return { has: (a, b) => (links.get(a)?.has(b) ?? false) || (links.get(b)?.has(a) ?? false) };
}

/** The share of neighbouring words that are linked; 0 for a sentence of one word. `words` are the lemmas of nouns and verbs in their order. */
export function plausibility(words: readonly string[], links: WordLinks): number {
  const pairs = words.slice(1).map((word, i) => ({ word, before: words[i] }));
  const other = pairs.filter(({ word, before }) => word !== before);
  return other.length === 0 ? 0 : other.filter(({ word, before }) => links.has(word, before)).length / other.length;
}
