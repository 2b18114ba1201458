import { describe, expect, it } from 'vitest';
import { tableDecoder } from '../../../../../test/table-decoder.ts';
import { constrainedSearch, formsOf } from './constrained-search.ts';

/** Pieces that begin with - go on with the word before them. */
const WORDS = ['<s>', '</s>', 'the', 'dog', 'dogs', '-house', 'park', 'run', 'runs', '-ning'];

/** Likes to say "the dog -house" and to end early. */
const model = tableDecoder({
  words: WORDS,
  logitsAfter: (token) => WORDS.map((word) => (word === '</s>' ? 4 : token === 'dog' && word === '-house' ? 8 : word === 'the' ? 2 : 0)),
});

async function write(keywords: string[], maxNewTokens = 8): Promise<string> {
  const decoding = await model.open([{ ids: [] }]);
  const [best] = await constrainedSearch(decoding, { rules: model.rules, maxNewTokens, beams: 3, keywords, model });
  return decoding.decode(0, best.tokens);
}

describe('constrained decoding', () => {
  it('writes every word, though the model would rather end', async () => {
    const text = await write(['dog', 'park', 'run']);
    for (const forms of [['dog', 'dogs'], ['park'], ['run', 'runs']])
      expect(text.split(' ').some((word) => forms.includes(word))).toBe(true);
  });

  it('does not count a word that goes on as another one', async () => {
    const text = await write(['dog']);
    expect(text.replace('dog -house', '')).toMatch(/\bdogs?\b/);
  });

  it('knows the forms of a word, and leaves phrases as they are', () => {
    expect(formsOf('run')).toEqual(expect.arrayContaining(['run', 'runs', 'ran', 'running']));
    expect(formsOf('New York')).toEqual(['New York']);
  });

  it('leaves out what cannot be written, and writes the rest', async () => {
    expect((await write(['zebra', 'park'])).split(' ')).toContain('park');
  });
});
