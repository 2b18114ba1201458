import { describe, expect, it } from 'vitest';
import type { MetricInput } from '../../core/index.ts';
import { createRougeCoco, rougeLCoco } from './rouge-coco.ts';

const split = (text: string) => text.split(' ').filter((word) => word !== '');
const inputOf = (candidate: string, ...references: string[]): MetricInput => ({
  item: { id: candidate, input: null, references, meta: {} },
  candidate,
  tokens: { candidate: split(candidate), references: references.map(split) },
});
const one = (input: MetricInput, metric = rougeLCoco) => metric.segment(input, { references: '1' });

describe('ROUGE-L of pycocoevalcap', () => {
  it('is F with beta 1.2 over the longest common subsequence', () => {
    // "a b" against "a b c d": P = 1, R = 2/4; F = (1 + 1.44) · P · R / (R + 1.44 · P).
    expect(one(inputOf('a b', 'a b c d'))).toBeCloseTo((2.44 * 0.5) / (0.5 + 1.44), 12);
  });

  it('joins the best precision and the best recall, even of different references', () => {
    // Against "a b c d": P 2/2, R 2/4. Against "a": P 1/2, R 1. Together P 1 and R 1.
    expect(one(inputOf('a b', 'a b c d', 'a'))).toBe(1);
  });

  it('takes a text without words for one empty word', () => {
    expect(one(inputOf('', ''))).toBe(1);
    expect(one(inputOf('', 'a'))).toBe(0);
  });

  it('is the mean over items, null without any', () => {
    expect(rougeLCoco.score([1, 0.5], { references: '1' })).toEqual({ rougeLCoco: 0.75 });
    expect(rougeLCoco.score([], { references: '1' })).toEqual({ rougeLCoco: null });
  });
});

describe('the signature', () => {
  it('names the beta in use', () => {
    expect(rougeLCoco.signature({ references: '4' })).toBe('rougeLCoco|refs:4|tok:coco|beta:1.2|best:precision+recall');
    const even = createRougeCoco({ beta: 1 });
    expect(even.signature({ references: '4' })).toBe('rougeLCoco|refs:4|tok:coco|beta:1|best:precision+recall');
    expect(one(inputOf('a b', 'a b c d'), even)).toBeCloseTo((2 * 1 * 0.5) / 1.5, 12);
  });
});
