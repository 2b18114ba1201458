import { describe, expect, it } from 'vitest';
import { featureKey, hashText } from '../packages/metrics/src/nlp/linear-models/feature-key.ts';
import { SparseModel } from '../packages/metrics/src/nlp/linear-models/sparse-model.ts';
import { Perceptron } from './perceptron.ts';

/** Animals by their sounds: the bias feature is always on, the sound decides. */
const EXAMPLES = [
  { sound: 'woof', animal: 0 },
  { sound: 'meow', animal: 1 },
  { sound: 'moo', animal: 2 },
];
const featuresOf = (sound: string) => Int32Array.of(featureKey(0, 0), featureKey(1, hashText(sound)));

function train(): Perceptron {
  const perceptron = new Perceptron();
  for (let round = 0; round < 10; round++) {
    for (const { sound, animal } of EXAMPLES) {
      const scores = new Float64Array(3);
      perceptron.score(featuresOf(sound), 2, scores);
      perceptron.time++;
      const best = scores.indexOf(Math.max(...scores));
      if (best === animal) continue;
      perceptron.update(featuresOf(sound), 2, animal, 1);
      perceptron.update(featuresOf(sound), 2, best, -1);
    }
  }
  return perceptron;
}

describe('averaged perceptron', () => {
  const labels = ['dog', 'cat', 'cow'];
  it('learns what a feature means and keeps it through the compact form', () => {
    const model = SparseModel.decode(train().compile({ kind: 'animals', labels }), 'animals');
    for (const { sound, animal } of EXAMPLES) {
      const scores = new Int32Array(3);
      model.score(featuresOf(sound), 2, scores);
      expect(scores.indexOf(Math.max(...scores))).toBe(animal);
    }
    const unknown = new Int32Array(3);
    model.score(Int32Array.of(featureKey(1, hashText('quack'))), 1, unknown);
    expect([...unknown]).toEqual([0, 0, 0]);
  });
  it('gives the same bytes each time', () => {
    expect(train().compile({ kind: 'animals', labels })).toEqual(train().compile({ kind: 'animals', labels }));
  });
  it('averages over time: a weight that was there half the time counts half', () => {
    const perceptron = new Perceptron();
    perceptron.update(Int32Array.of(1), 1, 0, 1);
    perceptron.time = 10;
    perceptron.update(Int32Array.of(2), 1, 0, 1);
    perceptron.time = 20;
    const model = SparseModel.decode(perceptron.compile({ kind: 'x', labels: ['a'], minUpdates: 1 }), 'x');
    const scores = [1, 2].map((key) => {
      const score = new Int32Array(1);
      model.score(Int32Array.of(key), 1, score);
      return score[0];
    });
    expect(scores[0] / scores[1]).toBeCloseTo(2, 1);
  });
  it('drops features that were seldom changed', () => {
    const perceptron = new Perceptron();
    perceptron.update(Int32Array.of(7), 1, 0, 1);
    perceptron.time = 1;
    const bytes = perceptron.compile({ kind: 'x', labels: ['a'], minUpdates: 2 });
    const scores = new Int32Array(1);
    SparseModel.decode(bytes, 'x').score(Int32Array.of(7), 1, scores);
    expect(scores[0]).toBe(0);
  });
  it('grows beyond its first tables', () => {
    const perceptron = new Perceptron();
    for (let key = 1; key <= 100_000; key++) perceptron.update(Int32Array.of(key), 1, key % 3, 1);
    expect(perceptron.size).toBe(100_000);
    const scores = new Float64Array(3);
    perceptron.score(Int32Array.of(99_999), 1, scores);
    expect([...scores]).toEqual([1, 0, 0]);
  });
});
