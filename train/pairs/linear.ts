/** Logistic regression over standardized dense features, with a Gaussian prior that leaves only what many pairs agree on. */
import type { LinearPart } from '../../packages/sensebench/src/benchmarks/situatedgen/contrast/contrast-model.ts';
import { trainLogistic } from '../statements/logistic.ts';
import type { BoostingExample } from './boosting.ts';

/** Strength of the prior, and rounds over all features. */
const [PENALTY, ROUNDS] = [100, 25];

export function trainLinear(examples: readonly BoostingExample[]): LinearPart {
  const width = examples[0].features.length;
  const columns = Array.from({ length: width }, (_, i) => examples.map(({ features }) => features[i]));
  const means = columns.map(meanOf);
  const scales = columns.map((column, i) => Math.sqrt(meanOf(column.map((value) => (value - means[i]) ** 2))) || 1);
  const weights = trainLogistic(
    examples.map(({ features, label, weight }) => ({
      features: new Map([
        ['bias', 1],
        ...Array.from({ length: width }, (_, i): [string, number] => [String(i), (features[i] - means[i]) / scales[i]]),
      ]),
      good: label,
      weight,
    })),
    { penalty: PENALTY, rounds: ROUNDS },
  );
  const rounded = (value: number) => Number(value.toPrecision(5));
  return {
    means: means.map(rounded),
    scales: scales.map(rounded),
    weights: means.map((_, i) => rounded(weights.get(String(i)) ?? 0)),
    bias: rounded(weights.get('bias') ?? 0),
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
