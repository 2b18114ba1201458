/** Trains multinomial logistic regression over dense vectors, by Adam: topics and commonsense of a statement from its embedding. */
import { headChances, type LinearHead } from '../../packages/sensebench/src/benchmarks/situatedgen/contrast/linear-head.ts';

export interface HeadExample {
  vector: Float32Array;
  /** The class. */
  label: number;
}

const [RATE, FIRST, SECOND, ROUNDS] = [0.2, 0.9, 0.999, 120];

/** `penalty` is the prior's strength for each example's share of the loss. */
export function trainHead(examples: readonly HeadExample[], { classes, penalty }: { classes: number; penalty: number }): LinearHead {
  const dimensions = examples[0].vector.length;
  const width = dimensions + 1;
  const weights = new Float32Array(classes * width);
  const [mean, spread] = [new Float64Array(weights.length), new Float64Array(weights.length)];
  const gradient = new Float64Array(weights.length);
  for (let round = 1; round <= ROUNDS; round++) {
    gradient.fill(0);
    for (const { vector, label } of examples) {
      const chances = headChances({ classes, weights }, vector);
      for (let c = 0; c < classes; c++) {
        const error = chances[c] - (c === label ? 1 : 0);
        if (Math.abs(error) < 1e-4) continue;
        const at = c * width;
        for (let d = 0; d < dimensions; d++) gradient[at + d] += error * vector[d];
        gradient[at + dimensions] += error;
      }
    }
    for (let i = 0; i < weights.length; i++) {
      const isBias = i % width === dimensions;
      const slope = gradient[i] / examples.length + (isBias ? 0 : penalty * weights[i]);
      mean[i] = FIRST * mean[i] + (1 - FIRST) * slope;
      spread[i] = SECOND * spread[i] + (1 - SECOND) * slope * slope;
      weights[i] -= (RATE * (mean[i] / (1 - FIRST ** round))) / (Math.sqrt(spread[i] / (1 - SECOND ** round)) + 1e-8);
    }
  }
  return { classes, weights };
}
