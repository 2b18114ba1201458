/** Scores of systems on the same items. */
export interface ScoreTable {
  systems: readonly string[];
  items: readonly string[];
  /** By system, then by item; null where a score is missing. */
  scores: readonly (readonly (number | null)[])[];
}
