import { describe, expect, it } from 'vitest';
import { placePairs } from './compare-pairs.ts';

describe('placePairs', () => {
  const released = [
    {
      name: 'train',
      pairs: [
        ['a', 'b'],
        ['c', 'b'],
        ['d', 'c'],
        ['p', 'q'],
      ] as const,
    },
    { name: 'dev', pairs: [['x', 'y']] as const },
  ];

  it('tells pairs of one released community from pairs that the release cut', () => {
    const mined = [
      ['a', 'b'],
      ['a', 'd'],
      ['b', 'd'],
      ['a', 'p'],
      ['q', 'y'],
      ['a', 'x'],
      ['a', 'new'],
      ['new', 'newer'],
    ] as const;
    expect(placePairs(mined, released)).toEqual({
      insideCommunity: 3,
      betweenCommunities: 1,
      betweenSplits: 2,
      oneReleased: 1,
      noneReleased: 1,
    });
  });
});
