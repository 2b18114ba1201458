/** Scores as they travel: every number with the signature that says how it was made (design: Results in JSON). */

export interface Scores {
  benchmark: string;
  items: number;
  /** How many predictions were empty; absent when none was. */
  empty?: number;
  corpus: Record<string, number | null>;
  /** How many items had no defined score, by output; only those above 0. */
  undefined?: Record<string, number>;
  signatures: Record<string, string>;
  intervals?: Record<string, [number, number]>;
  breakdowns?: Record<string, Record<string, { items: number; corpus: Record<string, number | null> }>>;
  /** What answers at the level of chance are expected to score on these items, by output, where a metric knows it. */
  chance?: Record<string, number>;
  perItem: { id: string; [output: string]: unknown }[];
}
