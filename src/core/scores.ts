/** Scores as they travel: every number with the signature that says how it was made (design: Results in JSON). */

/** Scores of a group of items. */
export interface ScoredGroup {
  items: number;
  corpus: Record<string, number | null>;
  /** As those of all items; an output for which none can be given is left out. */
  intervals?: Record<string, [number, number]>;
}

/** How intervals or tests were made. */
export interface Resampling {
  /** What varies independently: an item, or what items share (a statement, a question). */
  unit: string;
  /** How many there are. */
  units: number;
  /** `none`: one unit covers everything, so that nothing can be said. */
  method: 'jackknife' | 'cluster-robust' | 'dyadic-robust' | 'bootstrap' | 'permutation' | 'exact-permutation' | 'none';
  /** 0 where nothing is drawn. */
  resamples: number;
  seed: number | string;
}

export interface Scores {
  benchmark: string;
  items: number;
  /** How many predictions were empty; absent when none was. */
  empty?: number;
  corpus: Record<string, number | null>;
  /** How many items had no defined score, by output; only those above 0. */
  undefined?: Record<string, number>;
  signatures: Record<string, string>;
  /** 95%; an output for which none can be given is left out. */
  intervals?: Record<string, [number, number]>;
  /** How the intervals were made. */
  resampling?: Resampling;
  breakdowns?: Record<string, Record<string, ScoredGroup>>;
  /** What answers at the level of chance are expected to score on these items, by output, where a metric knows it. */
  chance?: Record<string, number>;
  perItem: { id: string; [output: string]: unknown }[];
}
