import { describe, expect, it } from 'vitest';
import { findWords, missingWords } from './find-words.ts';

const marked = (text: string, words: string[]) => findWords(text, words).map(({ start, end }) => text.slice(start, end));

describe('words in a text', () => {
  it.each([
    ['cut', 'She cuts and keeps cutting.', ['cuts', 'cutting']],
    ['carry', 'He carried what she carries.', ['carried', 'carries']],
    ['ride', 'Riding is fun; they ride.', ['Riding', 'ride']],
    ['New York', 'In new york it rains.', ['new york']],
    ['cat', 'The category of concatenation.', []],
    ['C++ (old)', 'I like c++ (old) code.', ['c++ (old)']],
    ['été', "L'été est là.", ['été']],
  ])('%s in "%s"', (word, text, found) => {
    expect(marked(text, [word])).toEqual(found);
  });

  it('are found without overlaps, the longer first', () => {
    expect(marked('South Korea is in Asia.', ['Korea', 'South Korea', 'Asia'])).toEqual(['South Korea', 'Asia']);
  });

  it('that are missing are named', () => {
    expect([...missingWords('A dog runs.', ['dog', 'run', 'ball'])]).toEqual(['ball']);
  });
});
