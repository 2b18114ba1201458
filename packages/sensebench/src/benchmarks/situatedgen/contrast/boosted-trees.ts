/** Boosted trees at work: the score of a row of features, and how much each feature adds to it. */

/** Nodes in lists; a leaf has feature −1. */
export interface Tree {
  feature: number[];
  /** Rows with at most this value go left. */
  threshold: number[];
  left: number[];
  right: number[];
  /** Of inner nodes too: what the tree would say there. */
  value: number[];
}

export interface BoostedTrees {
  base: number;
  trees: Tree[];
}

/** The log odds of the positive class. */
export function boostedOdds({ base, trees }: BoostedTrees, features: ArrayLike<number>): number {
  let score = base;
  for (const { feature, threshold, left, right, value } of trees) {
    let node = 0;
    while (feature[node] >= 0) node = features[feature[node]] <= threshold[node] ? left[node] : right[node];
    score += value[node];
  }
  return score;
}

/** How much each feature moves the score, in log odds: along the path of each tree the change from a node to the next (Saabas, 2014). */
export function boostedContributions({ trees }: BoostedTrees, features: ArrayLike<number>): Float64Array {
  const moved = new Float64Array(features.length);
  for (const { feature, threshold, left, right, value } of trees) {
    let node = 0;
    while (feature[node] >= 0) {
      const next = features[feature[node]] <= threshold[node] ? left[node] : right[node];
      moved[feature[node]] += value[next] - value[node];
      node = next;
    }
  }
  return moved;
}
