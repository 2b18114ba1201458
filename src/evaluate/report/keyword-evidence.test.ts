import { describe, expect, it } from 'vitest';
import { keywordEvidence } from './keyword-evidence.ts';

const place = (start: number, end: number, lemma = 'x') => ({ text: '', start, end, lemma, by: 'lemma' });

describe('where keywords fell', () => {
  it('is told by sentence from MATCH, the order of the sentences being free', () => {
    // The output has the two sentences in the other order, and "snow" in the wrong one of them.
    const found = keywordEvidence({
      match: {
        ambiguous: 0,
        keywords: [
          { keyword: 'July', t: [0], p: 1, places: [[], [place(30, 34)]] },
          { keyword: 'Australia', t: [0], p: 1, places: [[], [place(40, 49)]] },
          { keyword: 'January', t: [1], p: 0, places: [[place(0, 7)], []] },
          { keyword: 'snow', t: [1], p: 1, places: [[], [place(50, 54)]] },
          { keyword: 'Canada', t: [1], p: -1, places: [[], []] },
          { keyword: 'winter', t: [0, 1], p: 0, places: [[place(10, 16)], [place(60, 66)]] },
        ],
      },
    });
    expect(found?.keywords).toEqual([
      { text: 'July', found: 'second', belongs: 'first' },
      { text: 'Australia', found: 'second', belongs: 'first' },
      { text: 'January', found: 'first', belongs: 'second' },
      { text: 'snow', found: 'second', belongs: 'second', astray: true },
      { text: 'Canada', found: 'missing', belongs: 'second' },
      { text: 'winter', found: 'both' },
    ]);
    expect(found?.spans.map(({ start, sentence, keyword }) => [start, sentence, keyword])).toEqual([
      [0, 0, 2],
      [10, 0, 5],
      [30, 1, 0],
      [40, 1, 1],
      [50, 1, 3],
      [60, 1, 5],
    ]);
  });

  it('is told without sentences from COVERAGE; of two that overlap the longer is shown', () => {
    const found = keywordEvidence({
      coverage: [
        { keyword: 'ice', places: [place(4, 7)] },
        { keyword: 'ice cream', places: [place(4, 13)] },
        { keyword: 'eat', places: [] },
      ],
    });
    expect(found?.keywords.map(({ found: where }) => where)).toEqual(['first', 'first', 'missing']);
    expect(found?.spans).toHaveLength(1);
    expect(found?.spans[0]).toMatchObject({ start: 4, end: 13, keyword: 1 });
  });

  it('is unknown where neither was measured', () => {
    expect(keywordEvidence({ meteor: '1 2 3' })).toBeUndefined();
    expect(keywordEvidence()).toBeUndefined();
  });
});
