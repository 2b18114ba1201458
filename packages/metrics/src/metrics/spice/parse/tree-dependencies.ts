/** Basic Stanford dependencies of a phrase-structure tree: which child is the head of a phrase, and what the others are to it. */
import { featureKey, hashText } from '../../../nlp/linear-models/index.ts';

/** A trained model: adds the weights of the features to the score of each class. */
export interface LinearScorer {
  score(features: Int32Array, count: number, scores: Int32Array): void;
}

/** A node of a tree over numbered words; a word has its tag as label and no children. */
export interface PhraseNode {
  label: string;
  from: number;
  children: readonly PhraseNode[];
}

export interface TreeModels {
  heads: LinearScorer;
  relations: LinearScorer;
  /** Relations, each with the sibling that governs, counted from the child: 0 where that is the head. The first one is the root's. */
  classes: readonly RelationClass[];
}

export interface RelationClass {
  relation: string;
  offset: number;
}

/** A node with hashes of what its features are made of. */
export interface Described {
  /** Hash of the label. */
  label: number;
  /** Hash of the label, with the word where that is one of the few that matter. */
  named: number;
  /** `named` of its first word. */
  first: number;
  children: Described[];
  from: number;
  /** Index of the head among the children; the number of the word that stands for the phrase. */
  head: number;
  top: number;
}

/** Stands for a node that is not there. */
const NO_LABEL = hashText('-');
export const MOST_FEATURES = 96;
/** So many heads are remembered. */
const MOST_KNOWN = 20_000;
/** Forms whose phrases are headed otherwise than those of other verbs, or that choose other relations. */
const NAMED = new Set(
  "is are was were be been being am 's 're 'm has have had having do does did get gets getting got gotten not n't no".split(' '),
);
const hashes = new Map<string, number>();
export function textHash(text: string): number {
  let known = hashes.get(text);
  if (known === undefined) {
    known = hashText(text);
    hashes.set(text, known);
  }
  return known;
}

export function describePhrase(node: PhraseNode, words: readonly string[]): Described {
  const { label, from, children } = node;
  const named = children.length === 0 && NAMED.has(words[from]) ? textHash(`${label} ${words[from]}`) : textHash(label);
  const described = children.map((child) => describePhrase(child, words));
  return { label: textHash(label), named, first: described[0]?.first ?? named, children: described, from, head: -1, top: from };
}

/** What speaks for child `i` as the head of the node, the last one of the path. */
export function headFeatures(path: readonly Described[], i: number, into: Int32Array): number {
  const node = path[path.length - 1];
  const { label, children } = node;
  const parent = path[path.length - 2];
  const above = parent?.label ?? NO_LABEL;
  const before = parent?.children[parent.children.indexOf(node) - 1]?.first ?? NO_LABEL;
  const at = (k: number) => children[k]?.named ?? NO_LABEL;
  const own = at(i);
  const last = children.length - 1;
  let all = label;
  let same = 0;
  for (let k = 0; k <= last; k++) {
    all = featureKey(14, all, at(k));
    if (k < i && at(k) === own) same++;
  }
  const pair = featureKey(1, label, own);
  let n = 0;
  into[n++] = pair;
  into[n++] = featureKey(2, pair, (i === 0 ? 1 : 0) + (i === last ? 2 : 0));
  into[n++] = featureKey(3, pair, at(i - 1));
  into[n++] = featureKey(4, pair, at(i + 1));
  into[n++] = featureKey(5, pair, featureKey(5, at(i - 1), at(i + 1)));
  into[n++] = featureKey(6, all, i);
  into[n++] = featureKey(7, pair, same);
  into[n++] = featureKey(8, pair, above);
  into[n++] = featureKey(9, pair, at(0));
  into[n++] = featureKey(10, pair, at(last));
  into[n++] = featureKey(11, pair, featureKey(11, i, last));
  into[n++] = featureKey(13, pair, before);
  for (let k = 0; k <= last && n < MOST_FEATURES; k++) if (k !== i) into[n++] = featureKey(12, pair, featureKey(k < i ? 0 : 1, at(k)));
  return n;
}

/** What tells the relation of child `i` to the head of its node. */
export function relationFeatures(
  path: readonly Described[],
  i: number,
  words: readonly number[],
  tags: readonly number[],
  into: Int32Array,
): number {
  const node = path[path.length - 1];
  const { children, head, label } = node;
  const above = path[path.length - 2];
  const over = path[path.length - 3];
  const at = (k: number) => children[k]?.named ?? NO_LABEL;
  const child = children[i];
  const own = at(i);
  const main = at(head);
  const side = i < head ? 0 : 1;
  const place = featureKey(20, label, featureKey(side, own, main));
  const up = featureKey(21, above?.label ?? NO_LABEL, above === undefined ? 0 : above.children.indexOf(node) === above.head ? 1 : 2);
  const higher = featureKey(22, up, over?.label ?? NO_LABEL);
  const tag = tags[child.top];
  const headTag = tags[node.top];
  const word = words[child.top];
  const headWord = words[node.top];
  const first = child.children[0]?.named ?? NO_LABEL;
  const second = child.children[1]?.named ?? NO_LABEL;
  const firstWord = words[child.from];
  const deeper = child.children[child.head];
  const inside = featureKey(23, first, featureKey(deeper?.named ?? NO_LABEL, deeper?.children[0]?.named ?? NO_LABEL));
  let all = label;
  for (let k = 0; k < children.length; k++) all = featureKey(24, all, at(k));
  let n = 0;
  into[n++] = featureKey(30, label, own);
  into[n++] = place;
  into[n++] = featureKey(31, place, up);
  into[n++] = featureKey(32, place, higher);
  into[n++] = featureKey(33, place, tag);
  into[n++] = featureKey(34, place, headTag);
  into[n++] = featureKey(35, place, featureKey(tag, headTag));
  into[n++] = featureKey(36, place, word);
  into[n++] = featureKey(37, place, headWord);
  into[n++] = featureKey(38, place, first);
  into[n++] = featureKey(39, place, featureKey(first, second));
  into[n++] = featureKey(40, place, inside);
  into[n++] = featureKey(41, place, at(i - 1));
  into[n++] = featureKey(42, place, at(i + 1));
  into[n++] = featureKey(43, place, featureKey(at(i - 1), at(i + 1)));
  into[n++] = featureKey(44, all, i);
  into[n++] = featureKey(45, all, featureKey(i, up));
  into[n++] = featureKey(46, place, firstWord);
  into[n++] = featureKey(47, own, word);
  into[n++] = featureKey(48, place, featureKey(headTag, inside));
  into[n++] = featureKey(49, place, featureKey(headTag, up));
  into[n++] = featureKey(50, own, headTag);
  into[n++] = featureKey(51, own, featureKey(tag, label));
  into[n++] = featureKey(52, place, featureKey(words[node.from], tags[node.from]));
  // What else is in the phrase, before and after: a coordination, another object.
  for (let k = 0; k < children.length && n < MOST_FEATURES - 1; k++) {
    if (k === i || k === head) continue;
    const where = (k < i ? 0 : 2) + (k < head ? 0 : 1);
    into[n++] = featureKey(53, place, featureKey(where, at(k)));
  }
  const mainNode = children[head];
  for (let k = 0; k < mainNode.children.length && n < MOST_FEATURES - 1; k++) {
    into[n++] = featureKey(54, place, mainNode.children[k].named);
  }
  return n;
}

export interface BasicTree {
  /** 1-based; 0 is the root. */
  heads: number[];
  relations: string[];
}

export class TreeConverter {
  private readonly models: TreeModels;
  private readonly features = new Int32Array(MOST_FEATURES);
  private readonly one = new Int32Array(1);
  private readonly known = new Map<string, number>();
  private readonly scores: Int32Array;

  constructor(models: TreeModels) {
    this.models = models;
    this.scores = new Int32Array(models.classes.length);
  }

  convert(tree: PhraseNode, words: readonly string[], tags: readonly string[]): BasicTree {
    const described = describePhrase(tree, words);
    const wordHashes = words.map(textHash);
    const tagHashes = tags.map(textHash);
    this.findHeads([described]);
    const made: BasicTree = { heads: words.map(() => 0), relations: words.map(() => this.models.classes[0].relation) };
    const walk = (path: Described[]): void => {
      const node = path[path.length - 1];
      node.children.forEach((child, i) => {
        if (i !== node.head) {
          const { relation, offset } = this.relation(path, i, wordHashes, tagHashes);
          const governor = offset === 0 ? node : (node.children[i + offset] ?? node);
          made.heads[child.top] = governor.top + 1;
          made.relations[child.top] = relation;
        }
        if (child.children.length > 0) walk([...path, child]);
      });
    };
    walk([described]);
    return made;
  }

  private findHeads(path: readonly Described[]): void {
    const node = path[path.length - 1];
    const { children } = node;
    for (const child of children) if (child.children.length > 0) this.findHeads([...path, child]);
    node.head = children.length === 1 ? 0 : this.head(path);
    node.top = children[node.head].top;
  }

  /** The same children in the same place have the same head: most phrases were seen before. */
  private head(path: readonly Described[]): number {
    const node = path[path.length - 1];
    const parent = path[path.length - 2];
    let key = `${parent?.label} ${parent?.children[parent.children.indexOf(node) - 1]?.first} ${node.label}`;
    for (const child of node.children) key += ` ${child.named}`;
    let head = this.known.get(key);
    if (head === undefined) {
      head = this.findHead(path);
      if (this.known.size === MOST_KNOWN) this.known.clear();
      this.known.set(key, head);
    }
    return head;
  }

  private findHead(path: readonly Described[]): number {
    let best = 0;
    let most = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < path[path.length - 1].children.length; i++) {
      this.one[0] = 0;
      this.models.heads.score(this.features, headFeatures(path, i, this.features), this.one);
      if (this.one[0] > most) {
        most = this.one[0];
        best = i;
      }
    }
    return best;
  }

  private relation(path: readonly Described[], i: number, words: readonly number[], tags: readonly number[]): RelationClass {
    const { scores, features } = this;
    scores.fill(0);
    this.models.relations.score(features, relationFeatures(path, i, words, tags, features), scores);
    let best = 1;
    for (let relation = 2; relation < scores.length; relation++) if (scores[relation] > scores[best]) best = relation;
    return this.models.classes[best];
  }
}
