import { describe, expect, it } from 'vitest';
import { keywordEvidence } from './keyword-evidence.ts';

const place = (start: number, end: number, by: 'lemma' | 'text' = 'lemma') => ({ text: '', start, end, lemma: 'x', by });

describe('evidence of keywords', () => {
  it('names the groups of each keyword, none where it is missing', () => {
    const { sought } = keywordEvidence([
      { keyword: 'ice', groups: [[place(0, 3)], []] },
      { keyword: 'sun', groups: [[place(5, 8)], [place(20, 23)]], note: 'in both' },
      { keyword: 'sea', groups: [[], [place(30, 33)]], astray: true },
      { keyword: 'sky', groups: [[], []] },
    ]);
    expect(sought).toEqual([
      { text: 'ice', groups: [0] },
      { text: 'sun', groups: [0, 1], note: 'in both' },
      { text: 'sea', groups: [1], astray: true },
      { text: 'sky', groups: [] },
    ]);
  });

  it('marks places from left to right; of two that overlap the longer', () => {
    const { marks } = keywordEvidence([
      { keyword: 'tea', groups: [[place(20, 23, 'text')]] },
      { keyword: 'ice', groups: [[place(4, 7)]] },
      { keyword: 'ice cream', groups: [[place(4, 13)]] },
    ]);
    expect(marks).toEqual([
      { start: 4, end: 13, group: 0, note: 'ice cream by lemma: x' },
      { start: 20, end: 23, group: 0 },
    ]);
  });
});
