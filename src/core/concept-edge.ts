/** An edge between two English words or phrases of ConceptNet (Speer et al. 2017); phrases have underscores. */
export interface ConceptEdge {
  relation: string;
  start: string;
  end: string;
}
