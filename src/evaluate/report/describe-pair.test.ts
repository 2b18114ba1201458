import { describe, expect, it } from 'vitest';
import type { ComparedPair } from '../scores/compare-runs.ts';
import { describePair } from './describe-pair.ts';

const pair = (by: string, difference: number, pHolm = 0.01) =>
  ({
    a: 'first',
    b: 'second',
    metrics: { [by]: { difference, interval: [difference - 0.01, difference + 0.01], p: pHolm, pHolm } },
  }) as unknown as ComparedPair;

describe('a sentence on two runs', () => {
  it('names the one with the higher score', () => {
    expect(describePair(pair('bleu4', 0.02), { by: 'bleu4' })).toBe('first leads second by 2.00 bleu4 [1.00, 3.00]');
    expect(describePair(pair('bleu4', -0.02), { by: 'bleu4' })).toBe('second leads first by 2.00 bleu4 [1.00, 3.00]');
  });

  it('names the one with the lower score where lower is better', () => {
    expect(describePair(pair('ter', 0.02), { by: 'ter' })).toBe('second leads first by 2.00 ter [1.00, 3.00]');
    expect(describePair(pair('ter', -0.02), { by: 'ter' })).toBe('first leads second by 2.00 ter [1.00, 3.00]');
  });

  it('says that they cannot be told apart', () => {
    expect(describePair(pair('bleu4', 0.02, 0.2), { by: 'bleu4' })).toBe(
      'first is not distinguishable from second (first ahead by 2.00 bleu4 [1.00, 3.00])',
    );
  });
});
