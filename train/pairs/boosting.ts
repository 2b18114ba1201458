/** Gradient-boosted trees with the logistic loss (Friedman, 2001; second-order gains as in Chen and Guestrin, 2016), over bins. */

import { createRandom } from '../../packages/metrics/src/core/index.ts';
import type { BoostedTrees, Tree } from '../../packages/sensebench/src/benchmarks/situatedgen/contrast/boosted-trees.ts';

export interface BoostingExample {
  features: ArrayLike<number>;
  label: boolean;
  weight: number;
}

export interface BoostingOptions {
  trees: number;
  rate: number;
  leaves: number;
  /** Fewest examples of a leaf. */
  least: number;
  /** Shares of the features and examples that a tree sees. */
  featureShare: number;
  exampleShare: number;
  /** Strength of the prior on the values of leaves. */
  penalty: number;
  seed: string;
}

export const BOOSTING: BoostingOptions = {
  trees: 150,
  rate: 0.06,
  leaves: 6,
  least: 20,
  featureShare: 0.2,
  exampleShare: 0.8,
  penalty: 10,
  seed: 'contrast',
};

const BINS = 64;

interface Binned {
  /** The bin of each example, feature by feature. */
  bins: Uint8Array[];
  /** The upper edge of each bin but the last. */
  edges: number[][];
}

interface Leaf {
  rows: Int32Array;
  gradient: number;
  curvature: number;
  split: Split | undefined;
  /** Where the leaf stands in the tree. */
  node: number;
}

interface Split {
  feature: number;
  bin: number;
  gain: number;
}

export function trainBoosting(examples: readonly BoostingExample[], options: BoostingOptions = BOOSTING): BoostedTrees {
  const random = createRandom(options.seed);
  const binned = binFeatures(examples);
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const share = examples.reduce((sum, { label, weight }) => sum + (label ? weight : 0), 0) / total;
  const base = Math.log(share / (1 - share));
  const scores = new Float64Array(examples.length).fill(base);
  const [gradients, curvatures] = [new Float64Array(examples.length), new Float64Array(examples.length)];
  const trees: Tree[] = [];
  for (let t = 0; t < options.trees; t++) {
    for (const [i, { label, weight }] of examples.entries()) {
      const chance = 1 / (1 + Math.exp(-scores[i]));
      gradients[i] = weight * (chance - (label ? 1 : 0));
      curvatures[i] = weight * chance * (1 - chance);
    }
    const rows = Int32Array.from([...examples.keys()].filter(() => random.next() < options.exampleShare));
    const features = [...binned.bins.keys()].filter(() => random.next() < options.featureShare);
    const tree = growTree(rows, { binned, gradients, curvatures, features, options });
    trees.push(tree);
    for (const [i, { features: values }] of examples.entries()) scores[i] += leafValue(tree, values);
  }
  return { base, trees };
}

function leafValue({ feature, threshold, left, right, value }: Tree, features: ArrayLike<number>): number {
  let node = 0;
  while (feature[node] >= 0) node = features[feature[node]] <= threshold[node] ? left[node] : right[node];
  return value[node];
}

function binFeatures(examples: readonly BoostingExample[]): Binned {
  const width = examples[0].features.length;
  const bins: Uint8Array[] = [];
  const edges: number[][] = [];
  for (let feature = 0; feature < width; feature++) {
    const values = examples.map(({ features }) => features[feature]);
    const sorted = [...values].sort((a, b) => a - b);
    const cuts = new Set<number>();
    for (let bin = 1; bin < BINS; bin++) {
      const at = Math.floor((bin * sorted.length) / BINS);
      // Half-way between two values, so that nothing lies on an edge.
      const next = sorted.find((value) => value > sorted[at]);
      if (next !== undefined) cuts.add((sorted[at] + next) / 2);
    }
    const own = [...cuts].sort((a, b) => a - b);
    edges.push(own);
    bins.push(
      Uint8Array.from(values, (value) => {
        let bin = 0;
        while (bin < own.length && value > own[bin]) bin++;
        return bin;
      }),
    );
  }
  return { bins, edges };
}

interface Growth {
  binned: Binned;
  gradients: Float64Array;
  curvatures: Float64Array;
  features: readonly number[];
  options: BoostingOptions;
}

/** Best leaf first. */
function growTree(rows: Int32Array, growth: Growth): Tree {
  const { binned, options } = growth;
  const tree: Tree = { feature: [], threshold: [], left: [], right: [], value: [] };
  const add = (members: Int32Array): Leaf => {
    const leaf = { ...sumsOf(members, growth), rows: members, node: tree.feature.length };
    tree.feature.push(-1);
    tree.threshold.push(0);
    tree.left.push(0);
    tree.right.push(0);
    tree.value.push((-options.rate * leaf.gradient) / (leaf.curvature + options.penalty));
    return { ...leaf, split: bestSplit(leaf, growth) };
  };
  const leaves = [add(rows)];
  while (leaves.length < options.leaves) {
    const best = leaves.reduce((most, leaf) => ((leaf.split?.gain ?? 0) > (most.split?.gain ?? 0) ? leaf : most));
    const { split } = best;
    if (!split) break;
    const bins = binned.bins[split.feature];
    leaves.splice(leaves.indexOf(best), 1);
    const [left, right] = [add(best.rows.filter((row) => bins[row] <= split.bin)), add(best.rows.filter((row) => bins[row] > split.bin))];
    tree.feature[best.node] = split.feature;
    tree.threshold[best.node] = binned.edges[split.feature][split.bin];
    tree.left[best.node] = left.node;
    tree.right[best.node] = right.node;
    leaves.push(left, right);
  }
  return tree;
}

function sumsOf(rows: Int32Array, { gradients, curvatures }: Growth): { gradient: number; curvature: number } {
  let [gradient, curvature] = [0, 0];
  for (const row of rows) {
    gradient += gradients[row];
    curvature += curvatures[row];
  }
  return { gradient, curvature };
}

function bestSplit(
  { rows, gradient, curvature }: Pick<Leaf, 'rows' | 'gradient' | 'curvature'>,
  { binned, gradients, curvatures, features, options }: Growth,
): Split | undefined {
  const { penalty, least } = options;
  if (rows.length < 2 * least) return undefined;
  const before = gradient ** 2 / (curvature + penalty);
  let best: Split | undefined;
  const [sums, weights, counts] = [new Float64Array(BINS), new Float64Array(BINS), new Int32Array(BINS)];
  for (const feature of features) {
    const bins = binned.bins[feature];
    sums.fill(0);
    weights.fill(0);
    counts.fill(0);
    for (const row of rows) {
      const bin = bins[row];
      sums[bin] += gradients[row];
      weights[bin] += curvatures[row];
      counts[bin]++;
    }
    let [sum, weight, count] = [0, 0, 0];
    for (let bin = 0; bin < binned.edges[feature].length; bin++) {
      sum += sums[bin];
      weight += weights[bin];
      count += counts[bin];
      if (count < least) continue;
      if (rows.length - count < least) break;
      const gain = sum ** 2 / (weight + penalty) + (gradient - sum) ** 2 / (curvature - weight + penalty) - before;
      if (gain > (best?.gain ?? 1e-6)) best = { feature, bin, gain };
    }
  }
  return best;
}
