import { describe, expect, it } from 'vitest';
import { encodeSparseModel, LARGEST_WEIGHT, quantize } from '../../../../../train/encode/sparse-model.ts';
import { featureKey, hashText } from './feature-key.ts';
import { SparseModel } from './sparse-model.ts';

const WOOF = featureKey(1, hashText('woof'));
const MEOW = featureKey(1, hashText('meow'));
const bytes = encodeSparseModel({ kind: 'animals', labels: ['dog', 'cat'] }, [
  { key: WOOF, entries: [{ cls: 0, byte: 40 }] },
  {
    key: MEOW,
    entries: [
      { cls: 0, byte: 256 - 13 },
      { cls: 1, byte: 1 },
    ],
  },
]);
const scoresOf = (...keys: number[]) => {
  const scores = new Int32Array(2);
  SparseModel.decode(bytes, 'animals').score(Int32Array.from(keys), keys.length, scores);
  return [...scores];
};

describe('a sparse model', () => {
  it('adds the weights of the features that it knows, class by class', () => {
    // Byte 40 is the fortieth step of the scale, 256 − 13 the thirteenth below 0, 1 the first.
    const [dog, notDog] = [Math.round(16 * 1.06 ** 39), -Math.round(16 * 1.06 ** 12)];
    expect(scoresOf(WOOF)).toEqual([dog, 0]);
    expect(scoresOf(MEOW)).toEqual([notDog, 16]);
    expect(scoresOf(WOOF, MEOW)).toEqual([dog + notDog, 16]);
    expect(scoresOf(featureKey(1, hashText('quack')))).toEqual([0, 0]);
  });

  it('gives its features back with their weights', () => {
    const features = [...SparseModel.decode(bytes, 'animals').features()];
    expect(new Set(features.map(({ key }) => key))).toEqual(new Set([WOOF, MEOW]));
    expect(features.find(({ key }) => key === MEOW)?.entries.at(-1)).toEqual({ cls: 1, weight: 16 });
  });

  it('keeps small and large weights to about three per cent', () => {
    for (const weight of [16, 100, 2500, LARGEST_WEIGHT]) {
      const step = quantize(weight);
      expect(quantize(-weight)).toBe(256 - step);
      expect(Math.abs(16 * 1.06 ** (step - 1) - weight) / weight).toBeLessThan(0.03);
    }
    expect(quantize(1)).toBe(0);
  });

  it('refuses a file that is not a model, is another model, or is cut short', () => {
    expect(() => SparseModel.decode(new Uint8Array(4), 'animals')).toThrow('not a sensebench model');
    expect(() => SparseModel.decode(bytes, 'parser')).toThrow('holds a animals');
    expect(() => SparseModel.decode(bytes.subarray(0, bytes.length - 8), 'animals')).toThrow('cut short');
  });
});

describe('featureKey', () => {
  it('depends on the template and on each value in its place, and is never 0', () => {
    const keys = [featureKey(1, 2, 3, 4), featureKey(2, 2, 3, 4), featureKey(1, 3, 2, 4), featureKey(1, 2, 3), featureKey(0, 0)];
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).not.toContain(0);
  });
});
