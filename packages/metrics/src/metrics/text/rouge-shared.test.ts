import { describe, expect, it } from 'vitest';
import { longestCommonSubsequence } from './rouge-shared.ts';

describe('longestCommonSubsequence', () => {
  it.each([
    ['a b c d', 'a c b d', 3],
    ['a b c', 'c b a', 1],
    ['a x b y c', 'a b c', 3],
    ['a b', 'c d', 0],
    ['a a b', 'a b a', 2],
  ])('of "%s" and "%s" has %i words, which may be apart', (first, second, expected) => {
    expect(longestCommonSubsequence(first.split(' '), second.split(' '))).toBe(expected);
    expect(longestCommonSubsequence(second.split(' '), first.split(' '))).toBe(expected);
  });
});
