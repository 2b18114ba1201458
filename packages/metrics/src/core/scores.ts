/** Scores as plain JSON: every number with the signature that says how it was computed. */

/** Scores of a group of items. */
export interface ScoredGroup {
  items: number;
  corpus: Record<string, number | null>;
  /** As for all items; outputs without an interval are left out. */
  intervals?: Record<string, [number, number]>;
}

/** How intervals or tests were computed. */
export interface Resampling {
  /** The unit that varies independently: an item, or something that items share (a statement, a question). */
  unit: string;
  /** How many there are. */
  units: number;
  /** `none`: a single unit covers all items, so there is no estimate. */
  method: 'jackknife' | 'cluster-robust' | 'dyadic-robust' | 'bootstrap' | 'permutation' | 'exact-permutation' | 'none';
  /** 0 if nothing is resampled. */
  resamples: number;
  seed: number | string;
}

export interface Scores {
  benchmark: string;
  items: number;
  /** The number of empty predictions; absent if there are none. */
  empty?: number;
  corpus: Record<string, number | null>;
  /** By output, the number of items without a defined score, if any. */
  undefined?: Record<string, number>;
  signatures: Record<string, string>;
  /** 95% intervals; outputs without one are left out. */
  intervals?: Record<string, [number, number]>;
  /** How the intervals were computed. */
  resampling?: Resampling;
  breakdowns?: Record<string, Record<string, ScoredGroup>>;
  /** By output, the expected score of chance-level answers to these items, if the metric defines it. */
  chance?: Record<string, number>;
  perItem: { id: string; [output: string]: unknown }[];
}
