/** Counts the rules of state-split trees and scores them by relative frequency, smoothed by what the same phrases do under other parents. */
import { categoryOf } from '../../packages/metrics/src/metrics/spice/parse/caption-grammar.ts';
import type { FormerModel } from './former-model.ts';
import { type BinaryNode, binarize, type Tree, type UnderWay } from './split-trees.ts';

/** A phrase under way is told apart by two siblings, by one, or by none, if it was seen so often with them. */
const OFTEN = [0, 0, 0, 0, 5, 10];
/** How much a phrase follows what it does under any parent. */
const BACKOFF = 5;

export interface CountedRule {
  /** Parent and two children, or a chain of unary rules from its top to its bottom. */
  names: readonly string[];
  score: number;
}

export interface CountedGrammar {
  symbols: string[];
  priors: number[];
  rules: CountedRule[];
  chains: CountedRule[];
  /** The binary tree of a tree, with the grammar's names. */
  binarize(tree: Tree): BinaryNode;
  words: ReadonlyMap<string, Counts>;
  tags: Counts;
}

export type Counts = Map<string, number>;
export const add = (counts: Counts, key: string, count = 1): void => {
  counts.set(key, (counts.get(key) ?? 0) + count);
};
export const sumOf = (counts: ReadonlyMap<string, number>): number => {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
};

const parentOf = (symbol: string) => /\^([^|^]*)/.exec(symbol)?.[1] ?? '';
/** The rule under any parent: `*` for its name. Phrases under way and prepositions name the parent of the phrase that they are in. */
function template([top, ...children]: readonly string[]): string {
  if (!top.includes('^')) return [top, ...children].join(' ');
  const parent = parentOf(top);
  const preposition = new RegExp(`^((IN|TO)\\^${categoryOf(top.replace('@', ''))})\\^[^^]*$`);
  const general = (child: string) => (child.startsWith('@') ? child.replace(`^${parent}`, '^*') : child.replace(preposition, '$1^*'));
  return [top.replace(`^${parent}`, '^*'), ...children.map(general)].join(' ');
}

/** With a former model, its symbols, rules and scores stay, and what the trees have beyond them is added. */
export function countGrammar(trees: readonly Tree[], former?: FormerModel): CountedGrammar {
  const states: Counts = new Map();
  const prefix = (state: UnderWay, length: number) => state.slice(0, length).join('|');
  for (const tree of trees) {
    binarize(tree, (state) => {
      for (let length = 4; length <= state.length; length++) add(states, prefix(state, length));
      return '@';
    });
  }
  const name = (state: UnderWay) => {
    let length = state.length;
    while (length > 3 && !former?.counts.has(`@${prefix(state, length)}`)) length--;
    if (former?.counts.has(`@${prefix(state, length)}`)) return `@${prefix(state, length)}`;
    length = state.length;
    while (length > 3 && (states.get(prefix(state, length)) ?? 0) < OFTEN[length]) length--;
    return `@${prefix(state, length)}`;
  };

  const rules: Counts = new Map();
  const chains: Counts = new Map();
  const unaries: Counts = new Map();
  const parents: Counts = new Map();
  const tags: Counts = new Map();
  const words = new Map<string, Counts>();
  const walk = (node: BinaryNode, path: readonly string[]): void => {
    const longer = [...path, node.label];
    if (node.word === undefined && node.left && !node.right) {
      add(unaries, `${node.label} ${node.left.label}`);
      add(parents, node.label);
      walk(node.left, longer);
      return;
    }
    if (longer.length > 1) add(chains, longer.join(' '));
    if (node.word !== undefined) {
      const known = words.get(node.word) ?? new Map();
      add(known, node.label);
      words.set(node.word, known);
      add(tags, node.label);
    } else if (node.left && node.right) {
      add(rules, `${node.label} ${node.left.label} ${node.right.label}`);
      add(parents, node.label);
      walk(node.left, []);
      walk(node.right, []);
    }
  };
  const binary = (tree: Tree) => binarize(tree, name);
  for (const tree of trees) walk(binary(tree), []);

  const fromFormer = (symbol: string) => former?.counts.get(symbol) ?? 0;
  for (const tag of former?.tags ?? []) add(tags, tag, fromFormer(tag));
  const symbols = [
    'ROOT',
    ...[...new Set([...(former?.symbols ?? []), ...tags.keys(), ...parents.keys()])].filter((symbol) => symbol !== 'ROOT'),
  ];
  const share = createBackoff([rules, unaries]);
  const score = (names: readonly string[]) => {
    const count = (names.length === 2 ? unaries : rules).get(names.join(' ')) ?? 0;
    return Math.log((count + BACKOFF * share(names)) / ((parents.get(names[0]) ?? 0) + fromFormer(names[0]) + BACKOFF));
  };
  const known = new Set([...(former?.rules ?? []), ...(former?.chains ?? [])].map(({ names }) => names.join(' ')));
  const all = (seen: Counts) => Array.from(seen.keys()).flatMap((key) => (known.has(key) ? [] : [key.split(' ')]));
  const total = sumOf(tags);
  return {
    symbols,
    priors: symbols.map((symbol) => former?.priors.get(symbol) ?? Math.log(((parents.get(symbol) ?? 0) + (tags.get(symbol) ?? 0)) / total)),
    rules: [...(former?.rules ?? []), ...all(rules).map((names) => ({ names, score: score(names) }))],
    chains: [
      ...(former?.chains ?? []),
      ...all(chains).map((names) => ({ names, score: names.slice(1).reduce((sum, below, i) => sum + score([names[i], below]), 0) })),
    ],
    binarize: binary,
    words,
    tags,
  };
}

/** How often a phrase does something, whatever its parent. */
function createBackoff(tables: readonly Counts[]) {
  const templates: Counts = new Map();
  const tops: Counts = new Map();
  for (const counts of tables) {
    for (const [key, count] of counts) {
      const general = template(key.split(' '));
      add(templates, general, count);
      add(tops, general.split(' ')[0], count);
    }
  }
  return (names: readonly string[]): number => {
    const general = template(names);
    return (templates.get(general) ?? 0) / (tops.get(general.split(' ')[0]) ?? 1);
  };
}
