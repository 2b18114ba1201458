import { describe, expect, it } from 'vitest';
import { createRandom } from '../../packages/metrics/src/core/index.ts';
import { boostedOdds } from '../../packages/sensebench/src/benchmarks/situatedgen/contrast/boosted-trees.ts';
import { BOOSTING, type BoostingExample, trainBoosting } from './boosting.ts';

/** Good where exactly one of two features is above a half: no single feature tells it. */
function examples(count: number, seed: string): BoostingExample[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const features = Array.from({ length: 4 }, () => random.next());
    return { features, label: features[0] > 0.5 !== features[1] > 0.5, weight: 1 };
  });
}

describe('boosting', () => {
  it('learns what two features say together, and tells unseen examples', () => {
    const model = trainBoosting(examples(600, 'train'), { ...BOOSTING, trees: 80, rate: 0.2, featureShare: 1 });
    const asked = examples(300, 'test');
    const right = asked.filter(({ features, label }) => boostedOdds(model, features) > 0 === label).length;
    expect(right / asked.length).toBeGreaterThan(0.9);
  });

  it('gives the same trees for the same seed', () => {
    const options = { ...BOOSTING, trees: 5 };
    expect(trainBoosting(examples(100, 'a'), options)).toEqual(trainBoosting(examples(100, 'a'), options));
  });

  it('follows the weights where examples disagree', () => {
    const twice = (label: boolean, weight: number) => Array.from({ length: 50 }, (): BoostingExample => ({ features: [1], label, weight }));
    const model = trainBoosting([...twice(true, 3), ...twice(false, 1)], { ...BOOSTING, trees: 20 });
    expect(boostedOdds(model, [1])).toBeCloseTo(Math.log(3), 1);
  });
});
