/** Builds the scene graph of a caption, or of all references together, and merges similar concepts (SPICE, section 3.1). */
import { areEqual, areSimilar, type Concept, type ConceptOf, mergeConcept, similarity } from './concept.ts';
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
