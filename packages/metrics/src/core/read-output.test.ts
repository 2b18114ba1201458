import { describe, expect, it } from 'vitest';
import { cutPreamble } from './read-output.ts';

describe('an opening before the answer', () => {
  it.each([
    ['The sentence is: "A dog runs in the park."', 'A dog runs in the park.'],
    ['Sure! Here is a sentence with the words you gave: A dog runs.', 'A dog runs.'],
    ["Certainly, here's one natural sentence:\n\n“A dog runs.”", 'A dog runs.'],
    ['**Answer:** A dog runs.', 'A dog runs.'],
    ['The sentence is: "The sentence is: "A dog runs.', 'A dog runs.'],
    ['Output: A man said: go home.', 'A man said: go home.'],
  ])('of %j is cut', (said, answer) => {
    expect(cutPreamble(said)).toBe(answer);
  });

  it.each([
    'A dog runs in the park.',
    'There are three rules: run, jump and sleep.',
    'Sure, the dog runs home.',
    'The judge read the sentence aloud in court, and then everyone in the room stood up to hear it: ten years.',
    'The sentence is:',
    '  spaces around stay  ',
  ])('is not seen in %j', (said) => {
    expect(cutPreamble(said)).toBe(said);
  });
});
