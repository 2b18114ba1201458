/** The dependency tree of a sentence, read by parents and children. */
import type { Token } from '@sensebench/metrics/internal/core';

export type Node = Token & { head: number; relation: string };

export interface Tree {
  nodes: readonly Node[];
  root: Node | undefined;
  parent(node: Node): Node | undefined;
  /** In the order of the sentence; all of them without `relations`. */
  children(node: Node, relations?: RegExp): Node[];
  /** The preposition before a noun, or nothing. */
  preposition(node: Node): string;
}

/** `tokens` are parsed. */
export function readTree(tokens: readonly Token[]): Tree {
  const nodes = tokens.map(
    (token): Node => ({ ...token, lemma: token.lemma.toLowerCase(), head: token.head ?? 0, relation: token.relation ?? '' }),
  );
  const below = new Map<Node | undefined, Node[]>();
  for (const node of nodes) {
    const parent = nodes[node.head - 1];
    below.set(parent, [...(below.get(parent) ?? []), node]);
  }
  const children = (node: Node, relations?: RegExp) => {
    const all = below.get(node) ?? [];
    return relations ? all.filter(({ relation }) => relations.test(relation)) : all;
  };
  return {
    nodes,
    root: nodes.find(({ relation }) => relation === 'root') ?? nodes[0],
    parent: ({ head }) => nodes[head - 1],
    children,
    preposition: (node) => children(node, /^case$/).find(({ start }) => start < node.start)?.lemma ?? '',
  };
}
