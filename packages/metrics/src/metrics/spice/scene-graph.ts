/** The scene graph of a caption, or of all references together, in which similar concepts are merged (SPICE, section 3.1). */
import type { Proposition } from './propositions.ts';

/** `[object]`, `[object, attribute]` or `[object, relation, object]`. */
export type Tuple = readonly Concept[];

interface SceneObject {
  concept: Concept;
  attributes: Concept[];
}

interface SceneRelation {
  source: SceneObject;
  target: SceneObject;
  concept: Concept;
}

export function sceneTuples(propositions: readonly Proposition[], conceptOf: ConceptOf): Tuple[] {
  const objects: SceneObject[] = [];
  const relations: SceneRelation[] = [];

  const objectOf = (word: string): SceneObject => {
    const concept = conceptOf(word);
    let nearest: SceneObject | null = null;
    let best = 0;
    for (const object of objects) {
      if (areEqual(concept, object.concept)) return object;
      const near = similarity(concept, object.concept);
      if (near > best) {
        best = near;
        nearest = object;
      }
    }
    if (nearest !== null) {
      mergeConcept(nearest.concept, concept);
      return nearest;
    }
    const made = { concept, attributes: [] };
    objects.push(made);
    return made;
  };

  for (const [first, second, third] of propositions) {
    const object = objectOf(first);
    if (second === undefined) continue;
    if (third === undefined) {
      mergeInto(object.attributes, conceptOf(second));
      continue;
    }
    const target = objectOf(second);
    const concept = conceptOf(third.replace(/^be /, ''));
    const between = relations.filter((relation) => relation.source === object && relation.target === target);
    if (between.some((relation) => areEqual(relation.concept, concept))) continue;
    const alike = between.find((relation) => areSimilar(relation.concept, concept));
    if (alike !== undefined) mergeConcept(alike.concept, concept);
    else relations.push({ source: object, target, concept });
  }

  return [
    ...objects.flatMap(({ concept, attributes }) => [[concept], ...attributes.map((attribute) => [concept, attribute])]),
    ...relations.map(({ source, concept, target }) => [source.concept, concept, target.concept]),
  ];
}

function mergeInto(concepts: Concept[], concept: Concept): void {
  if (concepts.some((known) => areEqual(known, concept))) return;
  const alike = concepts.find((known) => areSimilar(known, concept));
  if (alike !== undefined) mergeConcept(alike, concept);
  else concepts.push(concept);
}

/** A semantic concept of SPICE 1.0: words that were merged into one, with the WordNet synsets of all of them. */
export interface Concept {
  words: Set<string>;
  synsets: Set<number>;
}

/** Makes the concept of a word or phrase. */
export type ConceptOf = (phrase: string) => Concept;

/** Looks phrases up with underscores between their words, once each. */
export function createConcepts(synsetsOf: (word: string) => readonly number[]): ConceptOf {
  const known = new Map<string, readonly number[]>();
  return (phrase) => {
    let synsets = known.get(phrase);
    if (synsets === undefined) {
      synsets = synsetsOf(phrase.trim().toLowerCase().replaceAll(' ', '_'));
      known.set(phrase, synsets);
    }
    return { words: new Set([phrase]), synsets: new Set(synsets) };
  };
}

export function mergeConcept(into: Concept, other: Concept): void {
  for (const word of other.words) into.words.add(word);
  for (const synset of other.synsets) into.synsets.add(synset);
}

export const areEqual = (a: Concept, b: Concept): boolean => sameSet(a.words, b.words) && sameSet(a.synsets, b.synsets);

/** Concepts are similar when they share a synset or a word. */
export const areSimilar = (a: Concept, b: Concept): boolean => overlap(a.synsets, b.synsets) || overlap(a.words, b.words);

/** 1 for a shared word, else the share of common synsets. */
export function similarity(a: Concept, b: Concept): number {
  if (overlap(a.words, b.words)) return 1;
  let common = 0;
  for (const synset of a.synsets) if (b.synsets.has(synset)) common++;
  const all = a.synsets.size + b.synsets.size - common;
  return all === 0 ? 0 : common / all;
}

export const nameOf = (concept: Concept): string => [...concept.words].join('/');

function overlap<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  for (const value of a) if (b.has(value)) return true;
  return false;
}

function sameSet<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  if (a.size !== b.size) return false;
  for (const value of a) if (!b.has(value)) return false;
  return true;
}
