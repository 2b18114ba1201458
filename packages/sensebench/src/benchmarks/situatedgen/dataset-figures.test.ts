import { describe, expect, it } from 'vitest';
import { nltkTokens } from './dataset-figures.ts';

describe('nltkTokens', () => {
  it.each([
    ["May isn't summer's end, is it?", ['May', 'is', "n't", 'summer', "'s", 'end', ',', 'is', 'it', '?']],
    ['It has 1,440 minutes at 12:00 PM.', ['It', 'has', '1,440', 'minutes', 'at', '12:00', 'PM', '.']],
    ['The U.S. Army left the U.S.', ['The', 'U.S.', 'Army', 'left', 'the', 'U.S', '.']],
    ['A well-known "city" (old)', ['A', 'well-known', '"', 'city', '"', '(', 'old', ')']],
    ['One cannot.', ['One', 'can', 'not', '.']],
    ['', []],
  ])('%s', (text, tokens) => {
    expect(nltkTokens(text)).toEqual(tokens);
  });

  it('takes an unknown abbreviation for the end of a sentence, as Punkt does', () => {
    expect(nltkTokens('Club S.K. plays.')).toEqual(['Club', 'S.K', '.', 'plays', '.']);
  });
});
