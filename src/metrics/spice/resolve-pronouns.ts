/** Resolves a pronoun to the first noun, breadth first from the root, that comes before it (Schuster et al. 2015, section 3.2). */
import type { GraphWord, StanfordGraph } from './parse/stanford-graph.ts';

const SINGULAR_PRONOUNS = new Set(
  'i me myself mine my yourself he him himself his she her herself hers it itself its one oneself'.split(' '),
);

function firstNoun(graph: StanfordGraph, singular: boolean): GraphWord | null {
  const [root] = graph.roots;
  if (root === undefined) return null;
  const queue = [root];
  const seen = new Set(queue);
  for (const word of queue) {
    if (singular ? /^NNP?$/.test(word.tag) : /^NNP?S?$/.test(word.tag)) return word;
    const children = graph.edgesFrom(word).map(({ dependent }) => dependent);
    for (const child of children.sort((a, b) => a.index - b.index || a.copy - b.copy)) {
      if (!seen.has(child)) queue.push(child);
      seen.add(child);
    }
  }
  return null;
}

export function resolvePronouns(graph: StanfordGraph): void {
  const antecedents = new Map<number, number>();
  for (const word of graph.words) {
    if (word.index === 1 || !word.tag.startsWith('PRP')) continue;
    const node = graph.wordAt(word.index);
    if (node === undefined || graph.parent(node) === null) continue;
    const antecedent = firstNoun(graph, SINGULAR_PRONOUNS.has(word.word));
    if (antecedent !== null && antecedent.index < word.index) antecedents.set(word.index, antecedent.index);
  }
  for (const [place, antecedentPlace] of antecedents) {
    const pronoun = graph.wordAt(place);
    const antecedent = graph.wordAt(antecedentPlace);
    if (pronoun === undefined || antecedent === undefined) continue;
    if (graph.isRoot(pronoun)) {
      graph.removeRoot(pronoun);
      graph.addRoot(antecedent);
    } else {
      for (const edge of [...graph.edgesInto(pronoun)]) {
        graph.removeEdge(edge);
        graph.addEdge(edge.governor, antecedent, edge.relation);
      }
    }
    for (const edge of [...graph.edgesFrom(pronoun)]) {
      graph.removeEdge(edge);
      graph.addEdge(antecedent, edge.dependent, edge.relation);
    }
  }
}
