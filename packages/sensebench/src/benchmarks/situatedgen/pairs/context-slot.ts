/** The slot of a predicate frame that a place or time fills: "in the state of Iowa" is the place, "Iowa has" the subject. */
import type { TextEntity } from '@sensebench/metrics/internal/core';
import { contextOf } from '../contexts.ts';
import { BEING_THERE, CLASS_NOUN, PLACE_PREPOSITION } from './frame-words.ts';
import type { Node, Tree } from './tree.ts';

export interface ContextSlot {
  context: 'GEO' | 'TEMP';
  /** The place or time as it is written, and where. */
  name: string;
  start: number;
  end: number;
  /** The part of the frame: subject, object, complement, place, place of the subject, or a part of another clause. */
  role: string;
  preposition: string;
}

/** Climbs from the entity to the argument of the main verb that it is a part of. */
export function readSlot(tree: Tree, entity: TextEntity, { main, passive }: { main: Node; passive: boolean }): ContextSlot {
  const context = contextOf([entity]) === 'TEMP' ? 'TEMP' : 'GEO';
  const slot = (role: string, preposition: string): ContextSlot => {
    const { text: name, start, end } = entity;
    return { context, name, start, end, role, preposition };
  };
  const own = tree.nodes.filter(({ start, end }) => start < entity.end && entity.start < end);
  let at = own.find((node) => !own.some((other) => other === tree.parent(node))) ?? own[0];
  if (!at) return slot('none', '');
  if (followsVerb(tree, own[0], main)) return slot('place', prepositionBefore(tree, own[0]));
  let preposition = '';
  let nested = '';
  for (let steps = 0; steps < tree.nodes.length; steps++) {
    const before = tree.preposition(at);
    const parent = tree.parent(at);
    if (at === main || !parent) return slot('complement', preposition || before);
    const within = /^(compound|flat|appos|conj|amod|nummod|det|fixed)$/.test(at.relation);
    const classed = at.relation === 'nmod' && before === 'of' && CLASS_NOUN.test(parent.lemma);
    if (!within && !classed) {
      preposition ||= before;
      if (at.relation !== 'nmod') return slot(...roleOf(at, parent, { main, passive, preposition, nested }));
      if (!PLACE_PREPOSITION.test(preposition)) nested ||= ` (${preposition} ${parent.lemma})`;
    }
    at = parent;
  }
  return slot('none', preposition);
}

interface Climb {
  main: Node;
  passive: boolean;
  preposition: string;
  nested: string;
}

function roleOf(at: Node, parent: Node, { main, passive, preposition, nested }: Climb): [role: string, preposition: string] {
  const role = argument(at.relation, passive);
  if (parent !== main && BEING_THERE.test(parent.lemma) && /^(object|place|xcomp)$/.test(role) && /^(|to|in|at)$/.test(preposition))
    return ['place', 'in'];
  const clause = parent === main ? '' : `${parent.lemma}: `;
  // "You find canals in Venice": the parser may hang Venice on the verb or on its object.
  const place = role === 'object' && PLACE_PREPOSITION.test(preposition) && at.start > main.start;
  const part = place ? 'place' : preposition && /^(subject|object)$/.test(role) ? 'place of the subject' : role;
  return [`${clause}${part}${nested}`, preposition];
}

function argument(relation: string, passive: boolean): string {
  if (relation === 'nsubj') return passive ? 'object' : 'subject';
  if (relation === 'obj') return 'object';
  return relation === 'obl' ? 'place' : relation;
}

/** The preposition right before the entity, over articles, adjectives and "the state of". */
function prepositionBefore(tree: Tree, first: Node): string {
  let place = beforeModifiers(tree, tree.nodes.indexOf(first) - 1);
  if (tree.nodes[place]?.lemma === 'of' && CLASS_NOUN.test(tree.nodes[place - 1]?.lemma ?? '')) place = beforeModifiers(tree, place - 2);
  const found = tree.nodes[place];
  return found && /^(IN|TO)$/.test(found.tag) ? found.lemma : '';
}

function beforeModifiers(tree: Tree, from: number): number {
  let place = from;
  while (/^(DT|JJ)$/.test(tree.nodes[place]?.tag ?? '')) place--;
  return place;
}

/** "You find a bureau and politicians in Washington": no verb stands between the main verb and the place, whatever the tree says. */
function followsVerb(tree: Tree, first: Node, main: Node): boolean {
  if (first.start < main.start || !PLACE_PREPOSITION.test(prepositionBefore(tree, first))) return false;
  return tree.nodes
    .filter(({ start }) => start > main.start && start < first.start)
    .every(
      ({ tag, lemma, relation }) =>
        (!/^(VB|W|MD)/.test(tag) || /^(acl|amod)$/.test(relation)) && !/^(if|that|because|when|while)$/.test(lemma),
    );
}
