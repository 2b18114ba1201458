/** Parameter mixing (McDonald et al., 2010): the mean of several linear models of one kind, each brought to the same size first. */

import { type FeatureWeights, SparseModel } from '../packages/metrics/src/nlp/linear-models/sparse-model.ts';
import { encodeFeatures } from './perceptron.ts';

export interface MixOptions {
  /** Weights below this share of the largest are dropped. */
  smallest?: number;
  /** How much each model counts; all the same without it. */
  shares?: readonly number[];
}

export function mixModels(files: readonly Uint8Array[], kind: string, { smallest = 0, shares = [] }: MixOptions = {}): Uint8Array {
  const models = files.map((bytes) => SparseModel.decode(bytes, kind));
  const longest = models.reduce((a, b) => (b.labels.length > a.labels.length ? b : a)).labels;
  const labels = models.every((model) => model.labels.length === longest.length)
    ? longest
    : [...new Set(models.flatMap((model) => model.labels))].sort();
  let mixed: FeatureWeights[] = [];
  for (const [i, model] of models.entries()) {
    const features = [...model.features()].sort((a, b) => (a.key >>> 0) - (b.key >>> 0));
    const size = rootMeanSquare(features) / (shares[i] ?? 1);
    const classes = classMap(model.labels, labels);
    for (const { entries } of features) {
      for (const entry of entries) {
        entry.weight /= size;
        entry.cls = classes(entry.cls);
      }
    }
    mixed = merge(mixed, features);
  }
  return encodeFeatures(mixed, { kind, labels, smallest });
}

/** Both lists are in order of their keys. */
function merge(a: readonly FeatureWeights[], b: readonly FeatureWeights[]): FeatureWeights[] {
  const merged: FeatureWeights[] = [];
  let i = 0;
  for (const feature of b) {
    while (i < a.length && a[i].key >>> 0 < feature.key >>> 0) merged.push(a[i++]);
    if (i < a.length && a[i].key === feature.key) merged.push(add(a[i++], feature));
    else merged.push(feature);
  }
  while (i < a.length) merged.push(a[i++]);
  return merged;
}

function add(a: FeatureWeights, b: FeatureWeights): FeatureWeights {
  const entries = [...a.entries];
  for (const { cls, weight } of b.entries) {
    const same = entries.find((entry) => entry.cls === cls);
    if (same) same.weight += weight;
    else entries.push({ cls, weight });
  }
  return { key: a.key, entries };
}

/** A parser's classes are SHIFT and two per relation; relations that one model lacks move the others. */
function classMap(from: readonly string[], to: readonly string[]): (cls: number) => number {
  if (from.length === to.length) return (cls) => cls;
  return (cls) => {
    if (cls === 0) return 0;
    const side = cls > from.length ? 1 : 0;
    return 1 + side * to.length + to.indexOf(from[(cls - 1) % from.length]);
  };
}

function rootMeanSquare(features: readonly FeatureWeights[]): number {
  let sum = 0;
  let count = 0;
  for (const { entries } of features) {
    for (const { weight } of entries) sum += weight * weight;
    count += entries.length;
  }
  return Math.sqrt(sum / Math.max(1, count)) || 1;
}
