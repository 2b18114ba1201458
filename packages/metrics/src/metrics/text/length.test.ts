import { describe, expect, it } from 'vitest';
import type { MetricInput } from '../../core/index.ts';
import { type LengthStats, length } from './length.ts';

const inputOf = (candidate: string, tokens: string[], references: string[][]): MetricInput => ({
  item: { id: candidate, input: null, references: references.map((words) => words.join(' ')), meta: {} },
  candidate,
  tokens: { candidate: tokens, references },
});
const statsOf = (input: MetricInput) => length.segment(input, undefined) as LengthStats;

describe('length', () => {
  it('counts tokens, words between spaces, and the mean length of the references', () => {
    expect(statsOf(inputOf('a  b !', ['a', 'b'], [['x'], ['x', 'y', 'z']]))).toEqual({ tokens: 2, words: 3, reference: 2 });
  });

  it('divides all tokens by all reference tokens, so that a long item counts more', () => {
    // (2 + 9) / (2 + 3), not the mean of 2/2 and 9/3.
    const stats = [
      { tokens: 2, words: 3, reference: 2 },
      { tokens: 9, words: 9, reference: 3 },
    ];
    expect(length.score(stats, undefined)).toEqual({ length: 11 / 2, lengthWords: 6, lengthRatio: 11 / 5 });
  });

  it('leaves items without references out of the ratio', () => {
    const stats = [statsOf(inputOf('a b', ['a', 'b'], [])), statsOf(inputOf('a', ['a'], [['x', 'y']]))];
    expect(length.score(stats, undefined)).toEqual({ length: 1.5, lengthWords: 1.5, lengthRatio: 1 / 2 });
  });

  it('is null without items', () => {
    expect(length.score([], undefined)).toEqual({ length: null, lengthWords: null, lengthRatio: null });
  });

  it('has a signature that names what is counted', () => {
    expect(length.signature(undefined)).toBe('length|tok:coco|words:space|ratio:mean-reference');
  });
});
