import { describe, expect, it } from 'vitest';
import { PUBLISHED } from '../published.ts';
import { TRAINING_FORMATS } from './export-training.ts';
import { MODEL_SETTINGS } from './hyper-parameters.ts';

describe("the paper's hyper-parameters", () => {
  it('are there for every model of Table 3, in its order', () => {
    const models = PUBLISHED.filter(({ source, system }) => source.endsWith('Table 3') && system !== 'Human Performance');
    expect(Object.keys(MODEL_SETTINGS)).toEqual(models.map(({ system }) => system));
    expect(Object.keys(MODEL_SETTINGS)).toHaveLength(12);
  });

  it('name a format that the training files have', () => {
    const formats = new Set(Object.values(MODEL_SETTINGS).map(({ format }) => format));
    expect([...formats].filter((format) => format !== null).sort()).toEqual([...TRAINING_FORMATS].sort());
  });
});
