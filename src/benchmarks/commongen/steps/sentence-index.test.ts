import { describe, expect, it } from 'vitest';
import { createSentenceIndex } from './sentence-index.ts';

describe('the sentences of a set', () => {
  it('are those with all its concepts', () => {
    const sentencesOf = createSentenceIndex({
      concepts: Int32Array.from([0, 1, 2, 0, 1, 2, 3, 0, 1, 3, 1, 4]),
      starts: Int32Array.from([0, 3, 7, 10, 12]),
      vocabulary: 5,
    });
    expect(sentencesOf([0, 1, 2])).toEqual([0, 1]);
    expect(sentencesOf([0, 3])).toEqual([1, 2]);
    expect(sentencesOf([2, 4])).toEqual([]);
  });
});
