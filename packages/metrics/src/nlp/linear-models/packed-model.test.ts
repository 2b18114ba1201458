import { describe, expect, it } from 'vitest';
import { packModel } from '../../../../../train/encode/packed-model.ts';
import { PackedModel } from './packed-model.ts';

const scoresOf = (model: PackedModel, keys: number[], classes: number) => {
  const scores = new Int32Array(classes);
  model.score(Int32Array.from(keys), keys.length, scores);
  return [...scores];
};

describe('packed models', () => {
  const features = Array.from({ length: 300 }, (_, i) => ({
    key: Math.imul(i + 1, 0x9e3779b1) | 0,
    entries: [
      { cls: i % 5, weight: 1.5 ** (i % 20) },
      { cls: 5, weight: -1 },
    ],
  }));

  it('keep weights to within four per cent and add them up by class', () => {
    const model = new PackedModel(packModel(features), 'test');
    const unit = scoresOf(model, [features[0].key], 6)[5] / -1;
    for (const { key, entries } of features) {
      const scores = scoresOf(model, [key], 6);
      for (const { cls, weight } of entries) expect(Math.abs(scores[cls] / unit / weight - 1)).toBeLessThan(0.07);
    }
    expect(scoresOf(model, [features[3].key, features[3].key], 6)[5]).toBe(2 * scoresOf(model, [features[3].key], 6)[5]);
  });

  it('know nothing of other features', () => {
    expect(scoresOf(new PackedModel(packModel(features), 'test'), [12345], 6)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('leave out weights that are small beside the largest', () => {
    const largest = 1.5 ** 19;
    const bytes = packModel(features, { least: 2 / largest });
    expect(scoresOf(new PackedModel(bytes, 'test'), [features[0].key], 6)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(bytes.length).toBeLessThan(packModel(features).length);
  });

  it('refuse a file that is cut short or of another kind', () => {
    const bytes = packModel(features);
    expect(() => new PackedModel(bytes.slice(0, -1), 'test')).toThrow('the test weights are cut short');
    expect(() => new PackedModel(new Uint8Array(20), 'test')).toThrow('not a packed model');
  });
});
