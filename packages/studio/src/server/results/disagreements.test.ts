import { expect, it } from 'vitest';
import { votesMissing } from './disagreements.ts';

it('counts the votes that the leading answer needs for a majority', () => {
  expect(votesMissing([1, 1])).toBe(1);
  expect(votesMissing([1, 1, 1])).toBe(2);
  expect(votesMissing([2, 1, 1])).toBe(1);
  expect(votesMissing([3, 3, 1])).toBe(2);
  expect(votesMissing([2, 1])).toBeLessThanOrEqual(0);
});
