/** Precision, recall and F of scene-graph tuples; tuples match when all their concepts are similar (SPICE, equations 3 to 5). */
import { areSimilar } from './concept.ts';
import type { Tuple } from './scene-graph.ts';

export interface TupleCounts {
  /** Tuples of the candidate that match one of the references; several may match the same one. */
  matched: number;
  candidate: number;
  reference: number;
}

export interface TupleScores {
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
