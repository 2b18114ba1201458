/** The predicate frame of a statement: its main verb, how it is built, what is negated, and the slot that each place or time fills. */
import type { TextEntity, Token, WordNet } from '@sensebench/metrics/internal/core';
import { contextOf } from '../contexts.ts';
import { type ContextSlot, readSlot } from './context-slot.ts';
import {
  ANYONE,
  BEING_THERE,
  CLASS_NOUN,
  DENYING_HEDGES,
  HEDGES,
  LIGHT_AUXILIARY,
  LIGHT_VERB,
  MEASURE,
  NEGATION,
  PEOPLE,
  PLACE_PREPOSITION,
} from './frame-words.ts';
import { type Node, readTree, type Tree } from './tree.ts';

export interface Frame {
  /** The base form of the main verb; "X can be found" has "find", and a copula is "be". */
  verb: string;
  /** What completes the verb: object, clause, noun, adjective, place, another preposition, or none. */
  shape: string;
  /** A finished event, not something that holds in general. */
  past: boolean;
  negated: boolean;
  /** The verb of a clause that goes with the main one, if it does not only say where someone is. */
  condition: string;
  /** Whether the sentence has a finite verb: "Salmon found in Alaska" has none. */
  finite: boolean;
  /** Who acts: anyone, as in "you find" and "can be found"; people, who may be either; or someone. */
  agent: 'anyone' | 'people' | 'someone';
  slots: ContextSlot[];
  /** Words of content that are neither the main verb nor part of a place or time, in alphabetical order. */
  values: string[];
  /** WordNet classes of the object, where the verb has its sense from it. */
  classes: number[];
  /** Words that are neither names, nouns nor adjectives, in their order. */
  skeleton: string[];
}

/** `tokens` are parsed; `entities` are the statement's, of any type. */
export function readFrame(tokens: readonly Token[], entities: readonly TextEntity[], wordnet?: WordNet): Frame {
  const tree = readTree(tokens);
  if (!tree.root) return { ...NOTHING };
  const contexts = entities.filter((entity) => contextOf([entity]) !== null);
  const { main, denied } = mainPredicate(tree, tree.root);
  const copula = tree.children(main, /^cop$/).length > 0;
  const passive = !copula && main.tag === 'VBN' && tree.children(main, /^aux$/).some(({ lemma }) => lemma === 'be' || lemma === 'get');
  // "You can go to the university" is "you can visit the university".
  const visits = main.lemma === 'go' && tree.children(main, /^obl$/).some((part) => tree.preposition(part) === 'to');
  const verb = copula ? 'be' : visits ? 'visit' : main.lemma;
  const inContext = (node: Node) => contexts.some(({ start, end }) => node.start < end && start < node.end);
  const heads = main === tree.root ? [main] : [main, tree.root];
  const condition = heads.flatMap((head) => tree.children(head, /^advcl$/))[0]?.lemma ?? '';
  return {
    verb,
    shape: visits ? 'object' : shapeOf(tree, main, { copula, passive }),
    past: isPast(tree, heads),
    negated: (denied + heads.flatMap((head) => negationsOf(tree, head)).length) % 2 === 1,
    condition: BEING_THERE.test(condition) ? '' : condition,
    finite: isFinished(tree, tree.root),
    agent: agentOf(tree, heads, passive),
    slots: contexts.map((entity) => readSlot(tree, entity, { main, passive })),
    values: valuesOf(tree, main, { copula, inContext }),
    classes: wordnet && LIGHT_VERB.test(verb) ? wordClasses(objectOf(tree, main, passive), wordnet) : [],
    skeleton: tree.nodes.filter((node) => !inContext(node) && !/^(NN|JJ|CD|DT|[.,:])/.test(node.tag)).map(({ text }) => text.toLowerCase()),
  };
}

const NOTHING: Frame = {
  verb: '',
  shape: 'none',
  past: false,
  negated: false,
  condition: '',
  finite: false,
  agent: 'anyone',
  slots: [],
  values: [],
  classes: [],
  skeleton: [],
};

/** The verb behind "is likely to", "would have to" and "go …ing"; `denied` counts words like "unlikely" on the way. */
function mainPredicate(tree: Tree, root: Node): { main: Node; denied: number } {
  let main = root;
  let denied = 0;
  for (let steps = 0; steps < 4; steps++) {
    const { lemma } = main;
    const inner = tree.children(main, /^(xcomp|csubj|ccomp)$/).filter(({ tag }) => /^VB/.test(tag));
    const next = inner.at(-1);
    const infinitive = inner.some((verb) => tree.children(verb, /^mark$/).some((mark) => mark.lemma === 'to'));
    const going = lemma === 'go' && inner.some(({ tag }) => tag === 'VBG');
    if (!next || !(going || HEDGES.test(lemma) || (LIGHT_AUXILIARY.test(lemma) && infinitive))) break;
    if (DENYING_HEDGES.test(lemma)) denied++;
    main = next;
  }
  return { main, denied };
}

function shapeOf(tree: Tree, main: Node, { copula, passive }: { copula: boolean; passive: boolean }): string {
  if (copula) {
    const preposition = tree.children(main, /^case$/)[0]?.lemma;
    if (preposition) return PLACE_PREPOSITION.test(preposition) ? 'place' : preposition;
    return /^JJ/.test(main.tag) ? 'adjective' : 'noun';
  }
  if (tree.children(main, /^ccomp$/).length > 0) return 'clause';
  return passive || tree.children(main, /^(obj|iobj)$/).length > 0 ? 'object' : 'none';
}

/** By the first of its auxiliaries. */
function isPast(tree: Tree, heads: readonly Node[]): boolean {
  const [first] = heads.flatMap((head) => tree.children(head, /^(aux|cop)$/)).sort((a, b) => a.start - b.start);
  return (first ?? heads[0]).tag === 'VBD' || (!first && heads[0].tag === 'VBN');
}

function negationsOf(tree: Tree, head: Node): Node[] {
  const determiners = tree.children(head, /^(nsubj|obj)$/).flatMap((part) => tree.children(part, /^det$/));
  return [...tree.children(head), ...determiners].filter(({ text }) => NEGATION.test(text));
}

/**
 * Whether the sentence has a finite verb, as "Salmon found in Alaska" and "The zoo not have a dodo" do not. A noun as root says nothing: there the
 * parser took the verb for a noun.
 */
function isFinished(tree: Tree, root: Node): boolean {
  if (tree.nodes.some(({ tag }) => /^(VBZ|VBP|VBD|MD)$/.test(tag))) return true;
  const verb = /^VB/.test(root.tag) ? root : tree.children(root, /^acl$/).find(({ tag }) => tag === 'VBN');
  if (!verb || tree.children(verb, /^(aux|cop)$/).length > 0) return true;
  if (verb.tag !== 'VB') return false;
  const [subject] = tree.children(verb, /^nsubj$/);
  return !subject || /^(NNS|NNPS|PRP)$/.test(subject.tag);
}

function agentOf(tree: Tree, heads: readonly Node[], passive: boolean): Frame['agent'] {
  const [subject] = heads.flatMap((head) => tree.children(head, /^nsubj$/));
  if (passive || !subject || ANYONE.test(subject.lemma)) return 'anyone';
  return PEOPLE.test(subject.lemma) ? 'people' : 'someone';
}

function objectOf(tree: Tree, main: Node, passive: boolean): string {
  let [object] = tree.children(main, passive ? /^nsubj$/ : /^obj$/);
  while (object && MEASURE.test(object.lemma)) [object] = tree.children(object, /^nmod$/);
  return object?.lemma ?? '';
}

function valuesOf(tree: Tree, main: Node, { copula, inContext }: { copula: boolean; inContext(node: Node): boolean }): string[] {
  const values = tree.nodes.filter(
    (node) =>
      (copula || node !== main) &&
      /^(NN|JJ|VB|CD)/.test(node.tag) &&
      !/^(aux|cop)$/.test(node.relation) &&
      !inContext(node) &&
      !isFiller(node),
  );
  return [...new Set(values.map(({ lemma }) => lemma))].sort();
}

function isFiller({ lemma }: Node): boolean {
  return [HEDGES, CLASS_NOUN, ANYONE, PEOPLE, MEASURE].some((words) => words.test(lemma));
}

/** Senses that are looked at. */
const SENSES = 3;
/** Steps below "entity" from which on a class says something: "activity" is five steps below. */
const DEPTH = 6;

/** What kind of thing a noun names, by WordNet: hypernyms of its commonest senses that are narrower than "activity" or "artifact". */
function wordClasses(noun: string, wordnet: WordNet): number[] {
  const senses = wordnet.synsets(noun, 'n').slice(0, SENSES);
  const seen = new Set(senses);
  for (const synset of seen) for (const wider of wordnet.hypernyms(synset)) seen.add(wider);
  return [...seen].filter((synset) => senses.includes(synset) || depth(synset, wordnet) >= DEPTH).sort((a, b) => a - b);
}

function depth(synset: number, wordnet: WordNet): number {
  const wider = wordnet.hypernyms(synset);
  return wider.length === 0 ? 0 : 1 + Math.min(...wider.map((one) => depth(one, wordnet)));
}
