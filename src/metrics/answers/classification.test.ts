import { describe, expect, it } from 'vitest';
import type { MetricInput } from '../../core/index.ts';
import { classification, confusionCounts, readYesNo } from './classification.ts';

const input = (reference: string, candidate: string): MetricInput => ({
  item: { id: '1', input: null, references: [reference], meta: {} },
  candidate,
  tokens: { candidate: [], references: [[]] },
});
const score = async (pairs: [string, string][]) =>
  classification.score(
    await Promise.all(pairs.map(([reference, candidate]) => classification.segment(input(reference, candidate), undefined))),
    undefined,
  );

describe('classification', () => {
  it('reads yes and no in their usual spellings', () => {
    expect(['Yes.', ' no', '1', 'FALSE', 'maybe', ''].map(readYesNo)).toEqual([true, false, true, false, null, null]);
  });
  it('counts an unreadable answer as wrong, and never as a yes', async () => {
    expect(
      await score([
        ['yes', 'yes'],
        ['yes', 'perhaps'],
        ['no', 'perhaps'],
        ['no', 'no'],
      ]),
    ).toEqual({
      precision: 1, // one yes, and it was right
      recall: 1 / 2,
      f1: 2 / 3,
      accuracy: 2 / 4,
      yesShare: 1 / 4,
    });
  });
  it('is undefined without items', () => {
    expect(Object.values(classification.score([], undefined))).toEqual([null, null, null, null, null]);
  });
  it('adds up over items', () => {
    expect(
      confusionCounts([
        { truth: true, predicted: true },
        { truth: false, predicted: true },
      ]),
    ).toMatchObject({ truePositive: 1, falsePositive: 1 });
  });
  it('refuses a reference that is neither', () => {
    expect(() => classification.segment(input('blue', 'yes'), undefined)).toThrow('blue');
  });
});
