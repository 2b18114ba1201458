import type { Metric } from '@sensebench/metrics/internal/core';
import { printedAs } from '@sensebench/metrics/internal/metrics';
import { describe, expect, it } from 'vitest';
import { formatOf, printedScore, scaleNote } from './printed-scores.ts';

const perplexity: Metric = {
  name: 'fluency',
  outputs: ['perplexity', 'fluent'],
  summary: 'ours',
  printed: { perplexity: { scale: 1, share: false } },
  signature: () => '',
  segment: () => 0,
  score: () => ({}),
};

describe('a printed score', () => {
  it('is a share ×100, or what its metric says', () => {
    expect([printedScore('meteor', 0.3), printedScore('cider', 1.5), printedScore('length', 9)]).toEqual(['30.00', '15.00', '9.00']);
    expect(formatOf('bleu4')(null)).toBe('null');
    expect(printedAs('lengthRatio')).toMatchObject({ scale: 100, share: false });
    expect(printedAs('no such score')).toMatchObject({ scale: 100, share: true });
  });

  it("may be of a benchmark's own metric", () => {
    expect(printedScore('perplexity', 31.5, [perplexity])).toBe('31.50');
    expect(printedScore('fluent', 0.5, [perplexity])).toBe('50.00');
    expect(printedScore('perplexity', 31.5)).toBe('3150.00');
  });

  it('is explained under a table, the usual scale first', () => {
    expect(scaleNote(['length', 'cider', 'bleu4', 'ciderD', 'meteor'])).toBe('×100; Tokens per output unscaled; CIDEr, CIDEr-D ×10');
    expect(scaleNote(['bleu4'])).toBe('×100');
  });
});
