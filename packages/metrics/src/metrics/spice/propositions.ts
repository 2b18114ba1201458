/** Scene-graph propositions of a parsed caption by the dependency patterns of SPICE 1.0 (after Schuster et al. 2015). */
import type { GraphWord, StanfordGraph } from './parse/stanford-graph.ts';
import { promoteQuantified, QUANTIFIER, resolvePronouns } from './prepare-graph.ts';

/** `[object]`, `[object, attribute]` or `[subject, object, predicate]`, in lemmas. */
export type Proposition = readonly [string] | readonly [string, string] | readonly [string, string, string];

const NOUNS = new Set(['NN', 'NNS', 'NNP', 'NNPS']);
const isNoun = ({ tag }: GraphWord) => NOUNS.has(tag);
const isPlural = ({ tag }: GraphWord) => tag === 'NNS' || tag === 'NNPS';
const isVerb = ({ tag }: GraphWord) => tag.startsWith('V');
const isObject = (relation: string) => relation === 'iobj' || relation === 'dobj' || relation.startsWith('nmod:');
const isPluralsObject = (relation: string) => relation.length === 4 && relation.endsWith('obj');
const isPluralsModifier = (relation: string) => relation.startsWith('nmod:') && !relation.includes('agent', 5);
const isCopular = (graph: StanfordGraph, word: GraphWord) => graph.child(word, 'cop') !== undefined;
const lemma = (word: GraphWord) => word.lemma.trim().toLowerCase();

/** The original formats a missing verb before a particle as an empty word. */
const predicateOf = (graph: StanfordGraph, verb: GraphWord) => {
  const particle = graph.child(verb, 'compound:prt');
  return particle === undefined ? verb.lemma : `${verb.lemma === 'be' ? '' : verb.lemma} ${particle.word}`;
};

const withPreposition = (predicate: string, relation: string) =>
  relation.startsWith('nmod:') && relation !== 'nmod:poss' && relation !== 'nmod:agent'
    ? `${predicate} ${relation.slice(5).replaceAll('_', ' ')}`
    : predicate;

/** The rules in their order. Each is a small function of loops: the captions of a run are too few for more to be compiled in time. */
const RULES = [
  relateSubjects,
  relateClauses,
  (graph: StanfordGraph, found: Proposition[]) => describeSubjects(graph, found, false),
  (graph: StanfordGraph, found: Proposition[]) => describeSubjects(graph, found, true),
  describeNouns,
  describeBySentence,
  relateNouns,
  relateOwners,
  relateAgents,
  countNouns,
  nameObjects,
];

export function propositions(graph: StanfordGraph): Proposition[] {
  promoteQuantified(graph);
  resolvePronouns(graph);
  const found: Proposition[] = [];
  for (const rule of RULES) rule(graph, found);
  return found;
}

/** A man is riding a horse. */
function relateSubjects(graph: StanfordGraph, found: Proposition[]): void {
  for (const verb of graph.words) {
    if (isCopular(graph, verb)) continue;
    for (const subject of graph.children(verb, 'nsubj')) if (isNoun(subject)) relateObjects(graph, found, subject, verb);
  }
}

/** A cat sitting in a chair. */
function relateClauses(graph: StanfordGraph, found: Proposition[]): void {
  for (const subject of graph.words) {
    for (const verb of graph.children(subject, 'acl')) if (isVerb(verb)) relateObjects(graph, found, subject, verb);
  }
}

function relateObjects(graph: StanfordGraph, found: Proposition[], subject: GraphWord, verb: GraphWord): void {
  for (const { relation, dependent } of graph.edgesFrom(verb)) {
    if (!isObject(relation) || !isNoun(dependent)) continue;
    found.push([lemma(subject), lemma(dependent), withPreposition(predicateOf(graph, verb), relation)]);
  }
}

/** A woman is smiling; with a copula: the man is a rider. */
function describeSubjects(graph: StanfordGraph, found: Proposition[], copular: boolean): void {
  for (const predicate of graph.words) {
    if (isCopular(graph, predicate) !== copular || (!copular && hasNounObject(graph, predicate))) continue;
    for (const subject of graph.children(predicate, 'nsubj')) {
      if (!isNoun(subject)) continue;
      const marker = graph.child(predicate, 'case');
      if (marker !== undefined) {
        const words = [marker, ...graph.children(marker, 'mwe')].map(({ word }) => word);
        found.push([lemma(subject), lemma(predicate), words.join(' ')]);
      } else if (predicate.lemma !== 'be') {
        found.push([lemma(subject), lemma(predicate)]);
      }
    }
  }
}

function hasNounObject(graph: StanfordGraph, word: GraphWord): boolean {
  for (const { relation, dependent } of graph.edgesFrom(word)) if (isObject(relation) && isNoun(dependent)) return true;
  return false;
}

/** A smart woman. */
function describeNouns(graph: StanfordGraph, found: Proposition[]): void {
  for (const object of graph.words) {
    for (const adjective of graph.children(object, 'amod')) found.push([lemma(object), lemma(adjective)]);
  }
}

/** The man is tall. */
function describeBySentence(graph: StanfordGraph, found: Proposition[]): void {
  for (const adjective of graph.words) {
    if (!adjective.tag.startsWith('J')) continue;
    for (const object of graph.children(adjective, 'nsubj')) found.push([lemma(object), lemma(adjective)]);
  }
}

/** A woman in the house. */
function relateNouns(graph: StanfordGraph, found: Proposition[]): void {
  for (const noun of graph.words) {
    if (!isNoun(noun)) continue;
    for (const { relation, dependent } of graph.edgesFrom(noun)) {
      if (!relation.startsWith('nmod:') || relation === 'nmod:poss' || relation === 'nmod:agent') continue;
      found.push([lemma(noun), lemma(dependent), relation.slice(5).replaceAll('_', ' ')]);
    }
  }
}

/** His watch. */
function relateOwners(graph: StanfordGraph, found: Proposition[]): void {
  for (const noun of graph.words) {
    if (!isNoun(noun)) continue;
    for (const owner of graph.children(noun, 'nmod:poss')) if (isNoun(owner)) found.push([lemma(owner), lemma(noun), 'have']);
  }
}

/** She is watched by him. */
function relateAgents(graph: StanfordGraph, found: Proposition[]): void {
  for (const verb of graph.words) {
    if (!isVerb(verb)) continue;
    for (const subject of graph.children(verb, 'nmod:agent')) {
      if (!isNoun(subject)) continue;
      for (const object of graph.children(verb, 'nsubjpass')) {
        if (isNoun(object)) found.push([lemma(subject), lemma(object), predicateOf(graph, verb)]);
      }
    }
  }
}

/** Two dogs; a bunch of people. */
function countNouns(graph: StanfordGraph, found: Proposition[]): void {
  for (const word of countableWords(graph)) {
    const number = graph.child(word, 'nummod');
    const quantifier = graph.child(word, QUANTIFIER);
    // A number behind the noun names it ("number 5") and does not count it.
    if (number !== undefined) {
      if (number.index < word.index) found.push([lemma(word), lemma(number)]);
    } else if (quantifier !== undefined) found.push([lemma(word), lemma(quantifier)]);
  }
}

/** Compounds ("soccer ball"); then every noun that is not part of one. */
function nameObjects(graph: StanfordGraph, found: Proposition[]): void {
  const inCompound = new Set<GraphWord>();
  for (const noun of graph.words) {
    if (!isNoun(noun)) continue;
    for (const modifier of graph.children(noun, 'compound')) {
      if (!isNoun(modifier)) continue;
      inCompound.add(noun).add(modifier);
      found.push([lemma(noun), lemma(modifier)]);
    }
  }
  for (const noun of graph.words) if (isNoun(noun) && !inCompound.has(noun)) found.push([lemma(noun)]);
}

/** Plural nouns whose number counts: subject and object of one verb, then subjects and roots, then all others that are not below a plural subject. */
function countableWords(graph: StanfordGraph): GraphWord[] {
  const countable: GraphWord[] = [];
  if (!graph.words.some(isPlural)) return countable;
  for (const verb of graph.words) {
    const subject = pluralSubject(graph, verb);
    const object = subject && pluralObject(graph, verb);
    if (subject && object) countable.push(subject, object);
  }
  for (const noun of graph.words) {
    if (!isPlural(noun)) continue;
    const isRoot = graph.isRoot(noun);
    let isSubject = false;
    let isAlone = false;
    let underPluralSubject = false;
    for (const { relation, governor } of graph.edgesInto(noun)) {
      if (relation === 'nsubj') {
        isSubject = true;
        isAlone ||= pluralObject(graph, governor) === null;
      }
      underPluralSubject ||= (isPluralsObject(relation) || relation.startsWith('nmod')) && pluralSubject(graph, governor) !== null;
    }
    if (isRoot || isAlone) countable.push(noun);
    if (!isRoot && !isSubject && !underPluralSubject) countable.push(noun);
  }
  return countable;
}

/** The first of them. */
function pluralSubject(graph: StanfordGraph, verb: GraphWord): GraphWord | null {
  for (const { relation, dependent } of graph.edgesFrom(verb)) if (relation === 'nsubj' && isPlural(dependent)) return dependent;
  return null;
}

/** The first object, or else the first modifier with a preposition. */
function pluralObject(graph: StanfordGraph, verb: GraphWord): GraphWord | null {
  let modifier: GraphWord | null = null;
  for (const { relation, dependent } of graph.edgesFrom(verb)) {
    if (!isPlural(dependent)) continue;
    if (isPluralsObject(relation)) return dependent;
    if (modifier === null && isPluralsModifier(relation) && graph.child(dependent, 'case') !== undefined) modifier = dependent;
  }
  return modifier;
}
