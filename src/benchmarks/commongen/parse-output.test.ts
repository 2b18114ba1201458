import { describe, expect, it } from 'vitest';
import { parseOutput } from './parse-output.ts';

describe('the prediction in an output', () => {
  it.each([
    ['A dog runs. It is happy.', 'A dog runs.'],
    ['\n\n1. A dog runs.\n2. A cat sits.', 'A dog runs.'],
    ['Sentence: "A dog runs."', 'A dog runs.'],
    ['a dog runs in the park', 'a dog runs in the park'],
    ['', ''],
  ])('of %j is its first sentence, bare', (output, expected) => {
    expect(parseOutput(output)).toBe(expected);
  });
});
