import { expect, it } from 'vitest';
import { createMembership } from './permissive-texts.ts';

const isMember = createMembership(['A dog barks.', 'Ice melts, slowly.']);

it.each([
  ['a dog barks', true],
  ['a dog barks ice melts slowly', true],
  ['ice melts slowly a dog barks', true],
  ['a dog barks loudly', false],
  ['a dog', false],
])('%s: %s', (line, expected) => {
  expect(isMember(line.split(' '))).toBe(expected);
});
