/** Precision, recall and F of scene-graph tuples (SPICE, equations 3 to 5), also by category. */
import { areSimilar, nameOf, type Tuple } from './scene-graph.ts';

export interface TupleCounts {
  /** Tuples of the candidate that match one of the references; several may match the same one. */
  matched: number;
  candidate: number;
  reference: number;
}

interface TupleScores {
  precision: number;
  recall: number;
  f: number;
}

export function isMatch(tuple: Tuple, references: readonly Tuple[]): boolean {
  return references.some(
    (reference) => reference.length === tuple.length && tuple.every((concept, i) => areSimilar(concept, reference[i])),
  );
}

export function matchTuples(candidate: readonly Tuple[], references: readonly Tuple[]): TupleCounts {
  const matched = candidate.filter((tuple) => isMatch(tuple, references)).length;
  return { matched, candidate: candidate.length, reference: references.length };
}

/** All 0 where nothing matches; the original counts a match twice in the recall when two tuples match one reference, and so do we. */
export function tupleScores({ matched, candidate, reference }: TupleCounts): TupleScores {
  if (matched === 0 || reference === 0) return { precision: 0, recall: 0, f: 0 };
  const precision = matched / candidate;
  const recall = matched / reference;
  return { precision, recall, f: (2 * precision * recall) / (precision + recall) };
}

const COLORS = new Set(
  'black brown blue red yellow pink gray grey green dark light white cream orange purple maroon beige violet'.split(' '),
);
const NUMBERS = new Set('one two three four five six seven eight nine ten'.split(' '));
const SIZES = new Set(
  `baby illimitable scrawny beefy immeasurable short big immense sizable bony infinitesimal skeletal boundless lanky skimpy brawny
  large skinny broad lean slender bulky life-size slim chunky limitless small colossal little squat compact mammoth stocky corpulent
  massive stout cosmic meager strapping cubby measly sturdy curvy microscopic tall elfin mini teensy emaciated miniature teeny endless
  minuscule teeny-tiny enormous minute teeny-weeny epic narrow thick expansive obese thickset extensive outsized thin fat oversize tiny
  fleshy overweight titanic full-size paltry towering gargantuan petite trifling gaunt pint-size trim giant plump tubby gigantic
  pocket-size undersized grand portly underweight great pudgy unlimited heavy puny vast hefty rotund wee huge scanty whopping hulking
  scraggy wide`.split(/\s+/),
);

/** An attribute counts for its own name only: one that was merged with another word is of no such category. */
const isAttributeAmong = (names: ReadonlySet<string>) => (tuple: Tuple) => tuple.length === 2 && names.has(nameOf(tuple[1]));

/** The categories of tuples that SPICE 1.0 reports apart: objects, relations, attributes, and among these colours, numbers and sizes. */
export const CATEGORIES = {
  object: (tuple: Tuple) => tuple.length === 1,
  relation: (tuple: Tuple) => tuple.length === 3,
  attribute: (tuple: Tuple) => tuple.length === 2,
  color: isAttributeAmong(COLORS),
  cardinality: isAttributeAmong(NUMBERS),
  size: isAttributeAmong(SIZES),
} as const;

export type Category = keyof typeof CATEGORIES;
