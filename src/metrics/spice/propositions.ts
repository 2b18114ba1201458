/** Scene-graph propositions of one parsed caption: the dependency patterns of SPICE 1.0 (Anderson et al. 2016), after Schuster et al. 2015. */
import type { GraphWord, StanfordGraph } from '../../nlp/stanford-graph.ts';
import { promoteQuantified, QUANTIFIER } from './promote-quantified.ts';
import { resolvePronouns } from './resolve-pronouns.ts';

/** `[object]`, `[object, attribute]` or `[subject, object, predicate]`, in lemmas. */
export type Proposition = readonly [string] | readonly [string, string] | readonly [string, string, string];

const isNoun = ({ tag }: GraphWord) => /^NNP?S?$/.test(tag);
const isPlural = ({ tag }: GraphWord) => /^NNP?S$/.test(tag);
const isObject = (relation: string) => relation === 'iobj' || relation === 'dobj' || relation.startsWith('nmod:');
const isPluralsObject = (relation: string) => /^.obj$/.test(relation);
const isPluralsModifier = (relation: string) => relation.startsWith('nmod:') && !relation.includes('agent', 5);

/** The original formats a missing verb before a particle as an empty word. */
const predicateOf = (graph: StanfordGraph, verb: GraphWord) => {
  const particle = graph.child(verb, 'compound:prt');
  return particle === undefined ? verb.lemma : `${verb.lemma === 'be' ? '' : verb.lemma} ${particle.word}`;
};

const withPreposition = (predicate: string, relation: string) =>
  relation.startsWith('nmod:') && relation !== 'nmod:poss' && relation !== 'nmod:agent'
    ? `${predicate} ${relation.slice(5).replaceAll('_', ' ')}`
    : predicate;

export function propositions(graph: StanfordGraph): Proposition[] {
  promoteQuantified(graph);
  resolvePronouns(graph);
  const found: Proposition[] = [];
  const lemma = (word: GraphWord) => word.lemma.trim().toLowerCase();
  const add = (object: GraphWord, attribute?: GraphWord) =>
    found.push(attribute === undefined ? [lemma(object)] : [lemma(object), lemma(attribute)]);
  const relate = (subject: GraphWord, object: GraphWord, predicate: string) => found.push([lemma(subject), lemma(object), predicate]);

  // A man is riding a horse.
  for (const verb of graph.words) {
    if (graph.child(verb, 'cop') !== undefined) continue;
    for (const subject of graph.children(verb, 'nsubj').filter(isNoun)) {
      for (const { relation, dependent } of graph.edgesFrom(verb)) {
        if (isObject(relation) && isNoun(dependent)) {
          relate(subject, dependent, withPreposition(predicateOf(graph, verb), relation));
        }
      }
    }
  }

  // A cat sitting in a chair.
  for (const subject of graph.words) {
    for (const verb of graph.children(subject, 'acl')) {
      if (!verb.tag.startsWith('V')) continue;
      for (const { relation, dependent } of graph.edgesFrom(verb)) {
        if (isObject(relation) && isNoun(dependent)) {
          relate(subject, dependent, withPreposition(predicateOf(graph, verb), relation));
        }
      }
    }
  }

  // A woman is smiling; then: the man is a rider.
  const isCopular = (word: GraphWord) => graph.child(word, 'cop') !== undefined;
  const hasNounObject = (word: GraphWord) =>
    graph.edgesFrom(word).some(({ relation, dependent }) => isObject(relation) && isNoun(dependent));
  for (const copular of [false, true]) {
    for (const predicate of graph.words) {
      if (isCopular(predicate) !== copular || (!copular && hasNounObject(predicate))) continue;
      for (const subject of graph.children(predicate, 'nsubj').filter(isNoun)) {
        const marker = graph.child(predicate, 'case');
        if (marker !== undefined) {
          const words = [marker, ...graph.children(marker, 'mwe')].map(({ word }) => word);
          relate(subject, predicate, words.join(' '));
        } else if (predicate.lemma !== 'be') {
          add(subject, predicate);
        }
      }
    }
  }

  // A smart woman; then: the man is tall.
  for (const object of graph.words) for (const adjective of graph.children(object, 'amod')) add(object, adjective);
  for (const adjective of graph.words) {
    if (!adjective.tag.startsWith('J')) continue;
    for (const object of graph.children(adjective, 'nsubj')) add(object, adjective);
  }

  // A woman in the house; his watch; she is watched by him.
  for (const noun of graph.words.filter(isNoun)) {
    for (const { relation, dependent } of graph.edgesFrom(noun)) {
      if (!relation.startsWith('nmod:') || relation === 'nmod:poss' || relation === 'nmod:agent') continue;
      relate(noun, dependent, relation.slice(5).replaceAll('_', ' '));
    }
  }
  for (const noun of graph.words.filter(isNoun)) {
    for (const owner of graph.children(noun, 'nmod:poss').filter(isNoun)) relate(owner, noun, 'have');
  }
  for (const verb of graph.words) {
    if (!verb.tag.startsWith('V')) continue;
    for (const subject of graph.children(verb, 'nmod:agent').filter(isNoun)) {
      for (const object of graph.children(verb, 'nsubjpass').filter(isNoun)) {
        relate(subject, object, predicateOf(graph, verb));
      }
    }
  }

  for (const word of countableWords(graph)) {
    const number = graph.child(word, 'nummod');
    const quantifier = graph.child(word, QUANTIFIER);
    // A number behind the noun names it ("number 5") and does not count it.
    if (number !== undefined) {
      if (number.index < word.index) add(word, number);
    } else if (quantifier !== undefined) add(word, quantifier);
  }

  const inCompound = new Set<GraphWord>();
  for (const noun of graph.words.filter(isNoun)) {
    for (const modifier of graph.children(noun, 'compound').filter(isNoun)) {
      inCompound.add(noun).add(modifier);
      add(noun, modifier);
    }
  }
  for (const noun of graph.words) if (isNoun(noun) && !inCompound.has(noun)) add(noun);
  return found;
}

/** Plural nouns whose number counts: subject and object of one verb, then subjects and roots, then all others that stand under no plural subject. */
function countableWords(graph: StanfordGraph): GraphWord[] {
  const pluralSubjects = (verb: GraphWord) => graph.children(verb, 'nsubj').filter(isPlural);
  const pluralObjects = (verb: GraphWord) => {
    const edges = graph.edgesFrom(verb).filter(({ dependent }) => isPlural(dependent));
    const objects = edges.filter(({ relation }) => isPluralsObject(relation));
    const modifiers = edges.filter(
      ({ relation, dependent }) => isPluralsModifier(relation) && graph.child(dependent, 'case') !== undefined,
    );
    return [...objects, ...modifiers].map(({ dependent }) => dependent);
  };
  const countable: GraphWord[] = [];
  for (const verb of graph.words) {
    const [subject] = pluralSubjects(verb);
    const [object] = pluralObjects(verb);
    if (subject !== undefined && object !== undefined) countable.push(subject, object);
  }
  for (const noun of graph.words.filter(isPlural)) {
    const governors = graph.edgesInto(noun);
    const subjectOf = governors.filter(({ relation }) => relation === 'nsubj');
    if (graph.isRoot(noun) || subjectOf.some(({ governor }) => pluralObjects(governor).length === 0)) countable.push(noun);
    const underPluralSubject = governors.some(
      ({ relation, governor }) => /^(.obj|nmod.*)$/.test(relation) && pluralSubjects(governor).length > 0,
    );
    if (!graph.isRoot(noun) && subjectOf.length === 0 && !underPluralSubject) countable.push(noun);
  }
  return countable;
}
