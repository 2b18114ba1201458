/** Teaches how trees become dependencies: an averaged perceptron for the head of each phrase, another for the relations of its other children. */
import {
  type Described,
  describePhrase,
  headFeatures,
  MOST_FEATURES,
  type PhraseNode,
  type RelationClass,
  relationFeatures,
  textHash,
} from '../../packages/metrics/src/metrics/spice/parse/tree-dependencies.ts';
import type { PackedFeature } from '../encode/packed-model.ts';
import { Learner } from './learner.ts';
import type { ParsedCaption } from './parses.ts';
import type { Tree } from './split-trees.ts';

/** A relation to a sibling of the head counts if it was seen so often. */
const LEAST = 3;

export interface ConverterModels {
  heads: PackedFeature[];
  relations: PackedFeature[];
  classes: RelationClass[];
}

/** The tree with numbered words. */
export function numberWords(tree: Tree, at = { word: 0 }): PhraseNode {
  const from = at.word;
  if (tree.word !== undefined) at.word++;
  return { label: tree.label, from, children: tree.children.map((child) => numberWords(child, at)) };
}

/** Finds the heads in the dependencies: the word of a phrase whose governor is outside. Returns the end of the phrase. */
function readHeads(node: Described, heads: readonly number[]): number {
  if (node.children.length === 0) return node.from + 1;
  const ends: number[] = [];
  for (const child of node.children) ends.push(readHeads(child, heads));
  const end = ends[ends.length - 1];
  for (let word = end - 1; word >= node.from; word--) if (heads[word] < node.from || heads[word] >= end) node.top = word;
  node.head = ends.findIndex((each) => each > node.top);
  return end;
}

/** The relation of child `i`, and which sibling governs it. */
function relationOf(node: Described, i: number, caption: ParsedCaption): string {
  const { top } = node.children[i];
  const governor = caption.heads[top];
  const sibling = governor === node.top ? -1 : node.children.findIndex((each) => each.top === governor);
  return `${caption.relations[top]} ${sibling < 0 ? 0 : sibling - i}`;
}

export function trainConverter(
  captions: readonly ParsedCaption[],
  { epochs, say }: { epochs: number; say(text: string): void },
): ConverterModels {
  const describe = (caption: ParsedCaption) => {
    const tree = describePhrase(numberWords(caption.tree), caption.words);
    readHeads(tree, caption.heads);
    return tree;
  };
  const counts = new Map<string, number>();
  for (const caption of captions) {
    walk([describe(caption)], (path) => {
      const node = path[path.length - 1];
      node.children.forEach((_, i) => {
        if (i === node.head) return;
        const name = relationOf(node, i, caption);
        counts.set(name, (counts.get(name) ?? 0) + 1);
      });
    });
  }
  const names = ['ROOT 0', ...[...counts.keys()].filter((name) => name.endsWith(' 0') || (counts.get(name) ?? 0) >= LEAST).sort()];
  const heads = new Learner();
  const relations = new Learner();
  const features = new Int32Array(MOST_FEATURES);
  const scores = new Int32Array(names.length);
  const learnHead = (path: readonly Described[]) => {
    const node = path[path.length - 1];
    let best = 0;
    let most = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < node.children.length; i++) {
      scores[0] = 0;
      heads.score(features, headFeatures(path, i, features), scores);
      if (scores[0] > most) [best, most] = [i, scores[0]];
    }
    if (best === node.head) return 0;
    heads.update(features, headFeatures(path, node.head, features), 0, 1);
    heads.update(features, headFeatures(path, best, features), 0, -1);
    return 1;
  };
  for (let epoch = 1; epoch <= epochs; epoch++) {
    const wrong = { heads: 0, relations: 0, words: 0 };
    for (const caption of captions) {
      heads.time++;
      relations.time++;
      const words = caption.words.map(textHash);
      const tags = caption.tags.map(textHash);
      walk([describe(caption)], (path) => {
        const node = path[path.length - 1];
        if (node.children.length > 1) wrong.heads += learnHead(path);
        node.children.forEach((_, i) => {
          if (i === node.head) return;
          wrong.words++;
          const name = relationOf(node, i, caption);
          const gold = names.indexOf(names.includes(name) ? name : `${name.split(' ')[0]} 0`);
          const count = relationFeatures(path, i, words, tags, features);
          scores.fill(0);
          relations.score(features, count, scores);
          let best = 1;
          for (let each = 2; each < names.length; each++) if (scores[each] > scores[best]) best = each;
          if (best === gold || gold < 0) return;
          wrong.relations++;
          relations.update(features, count, gold, 1);
          relations.update(features, count, best, -1);
        });
      });
    }
    say(`trees to dependencies, epoch ${epoch}: ${wrong.heads} heads and ${wrong.relations} relations wrong, of ${wrong.words} words`);
  }
  const classes = names.map((name) => ({ relation: name.split(' ')[0], offset: Number(name.split(' ')[1]) }));
  return { heads: heads.features({ minChanges: 1 }), relations: relations.features({ minChanges: 1 }), classes };
}

/** Every phrase, with the phrases that it is in. */
function walk(path: Described[], visit: (path: Described[]) => void): void {
  visit(path);
  for (const child of path[path.length - 1].children) if (child.children.length > 0) walk([...path, child], visit);
}
