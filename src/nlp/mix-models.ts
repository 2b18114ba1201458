/** Parameter mixing (McDonald et al., 2010): the mean of several linear models over the same labels, each brought to the same size first. */

import { encodeFeatures } from './perceptron.ts';
import { type FeatureWeights, SparseModel } from './sparse-model.ts';

export function mixModels(files: readonly Uint8Array[], kind: string, { smallest = 0 }: { smallest?: number } = {}): Uint8Array {
  const models = files.map((bytes) => SparseModel.decode(bytes, kind));
  const labels = [...new Set(models.flatMap((model) => model.labels))].sort();
  const mixed = new Map<number, Map<number, number>>();
  for (const model of models) {
    const features = [...model.features()];
    const size = Math.sqrt(mean(features.flatMap(({ entries }) => entries.map(({ weight }) => weight * weight))));
    const classes = classMap(model.labels, labels);
    for (const { key, entries } of features) {
      const weights = mixed.get(key) ?? new Map<number, number>();
      mixed.set(key, weights);
      for (const { cls, weight } of entries) weights.set(classes(cls), (weights.get(classes(cls)) ?? 0) + weight / size);
    }
  }
  const features: FeatureWeights[] = [...mixed].map(([key, weights]) => ({
    key,
    entries: [...weights].map(([cls, weight]) => ({ cls, weight })),
  }));
  return encodeFeatures(features, { kind, labels, smallest });
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

function mean(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length === 0 ? 1 : sum / values.length;
}
