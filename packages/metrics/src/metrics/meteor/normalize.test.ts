import { describe, expect, it } from 'vitest';
import { meteorWords } from './normalize.ts';

describe('METEOR normalization', () => {
  it.each([
    ['small letters and digits stay as they are', 'a 2 dogs', ['a', '2', 'dogs']],
    ['capitals become small', 'A Dog', ['a', 'dog']],
    ['signs are words of their own', 'yes!(no)', ['yes', '!', '(', 'no', ')']],
    ['a comma between digits stays', '1,000 a,b', ['1,000', 'a', ',', 'b']],
    ['hyphens part words', 'well-known', ['well', 'known']],
    ['curly quotes become plain', '“hi” it’s', ['"', 'hi', '"', 'it', "'s"]],
    ['a final stop is cut off, but not of a title', 'Mr. Dog barks.', ['mr.', 'dog', 'barks', '.']],
    ['a run of stops is one word', 'wait... what', ['wait', '...', 'what']],
  ])('%s', (_, text, words) => {
    expect(meteorWords(text.split(' '))).toEqual(words);
  });

  it('reads long runs of stops in linear time', () => {
    const start = process.cpuUsage();
    expect(meteorWords([`a${'.'.repeat(100_000)}b..`])).toEqual(['a', '.'.repeat(100_000), 'b', '..']);
    expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
  });
});
