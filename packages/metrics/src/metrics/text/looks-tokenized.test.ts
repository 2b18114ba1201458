import { expect, it } from 'vitest';
import { countTokenized } from './looks-tokenized.ts';

it('counts texts with blanks before marks and clitics', () => {
  expect(countTokenized(['A dog runs .', "It is n't here", "the dog 's bone", 'Plain text.'])).toBe(3);
});
it('says nothing of plain text, of few traces and of none at all', () => {
  expect(countTokenized(["It isn't here.", "The dog's bone, again.", 'Wait ... what?', 'At 3.5 %.'])).toBeNull();
  expect(countTokenized(['A dog runs .', 'Odd , this', ...Array.from({ length: 20 }, () => 'Plain.')])).toBeNull();
  expect(countTokenized([])).toBeNull();
});
