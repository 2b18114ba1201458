import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLexer } from './longest-match.ts';
import { NAMED_WORDS, PTB_RULES } from './ptb/rules.ts';
import { createCocoTokenizer, tokenizeCoco, tokenizeCocoLines } from './tokenize-coco.ts';

interface Golden {
  items: { candidate: string; references: string[]; tokens: { candidate: string; references: string[] } }[];
}

const golden = JSON.parse(readFileSync(new URL('../../../../../test/golden/captions.json', import.meta.url), 'utf8')) as Golden;

describe('tokenizeCoco', () => {
  it.each([
    ['A dog, a T-shirt and 3.5 balls!', ['a', 'dog', 'a', 't-shirt', 'and', '3.5', 'balls']],
    ["They can't see Kim's dogs' bowl", ['they', 'ca', "n't", 'see', 'kim', "'s", 'dogs', 'bowl']],
    ['He cannot, but they gonna', ['he', 'can', 'not', 'but', 'they', 'gon', 'na']],
    ['(so it goes)', ['-lrb-', 'so', 'it', 'goes', '-rrb-']],
    ['“Wait…” – he said', ['wait', 'he', 'said']],
    ['Mr. Hill of Acme Inc.', ['mr.', 'hill', 'of', 'acme', 'inc.']],
    ['see http://example.org/a, me@example.org', ['see', 'http://example.org/a', 'me@example.org']],
    ['I ❤ 😀 it', ['i', '❤', 'it']],
    ['', []],
    ['?!', ['?!']],
  ])('%s', (text, tokens) => {
    expect(tokenizeCoco(text)).toEqual(tokens);
  });

  it('keeps a mixed number together with a no-break space', () => {
    expect(tokenizeCoco('2 1/2 cups')).toEqual(['2\u00A01/2', 'cups']);
  });

  it('reads one text as one line, whatever line ends stand in it', () => {
    expect(tokenizeCoco('one\ntwo\r\nthree\u2028four')).toEqual(['one', 'two', 'three', 'four']);
  });
});

describe('tokenizeCocoLines', () => {
  it('equals the original token for token', () => {
    const candidates = tokenizeCocoLines(golden.items.map((item) => item.candidate));
    const references = tokenizeCocoLines(golden.items.flatMap((item) => item.references));
    expect(golden.items.length).toBeGreaterThan(300);
    expect(candidates.map((tokens) => tokens.join(' '))).toEqual(golden.items.map((item) => item.tokens.candidate));
    expect(references.map((tokens) => tokens.join(' '))).toEqual(golden.items.flatMap((item) => item.tokens.references));
  });

  it('lets a line see the start of the next one, as the original does', () => {
    expect(tokenizeCocoLines(['Take vitamin C.', 'Now rest.'])[0]).toEqual(['take', 'vitamin', 'c']);
    expect(tokenizeCocoLines(['Take vitamin C.', 'Slowly rest.'])[0]).toEqual(['take', 'vitamin', 'c.']);
  });

  it('does not let open markup swallow the next line', () => {
    const [first, second] = tokenizeCocoLines(["<a b='c", "d'> e"]);
    expect(first).toContain('c');
    expect(second).toContain('e');
  });

  it('gives one list per text, the same for a used tokenizer and a new one', () => {
    const used = createCocoTokenizer();
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom(...'aB.,\'"-/ 1$<>&;:)(\u00AD\u2019é😀') }), { maxLength: 5 }), (texts) => {
        const tokens = used(texts);
        expect(tokens).toHaveLength(texts.length);
        expect(tokens).toEqual(createCocoTokenizer()(texts));
      }),
      { numRuns: 25 },
    );
  });

  it('reads plain words as the rules do, whatever stands behind them', () => {
    const lex = createLexer(PTB_RULES);
    const byRules = (file: string) => {
      const tokens: string[] = [];
      for (let place = 0; place < file.length; ) {
        const { token, end } = lex(file, place);
        if (token !== null) tokens.push(token.toLowerCase());
        place = end;
      }
      return tokens.filter((token) => !['.', ',', '-', "''", "'", '``'].includes(token));
    };
    const cased = (word: string) => [word, word.toUpperCase(), word[0].toUpperCase() + word.slice(1)];
    const words = [...NAMED_WORDS, 'a', 'i', 'x', 'dog', 'com', 'org', 'html', 'www', 'http', 'o', 'n', 'us', 'au', 'pro', 'anti', 'cap'];
    const ends = [' ', '.', '. ', ',', ', ', ',x', '.x', ' . ', '-', "'s ", ' 5', '. 5'];
    const nexts = ['The dog', '5 dogs', 'ltd', 'a', '"x"', '', '<b>'];
    const texts = words.flatMap(cased).flatMap((word) => ends.flatMap((end) => nexts.map((next) => ({ first: word + end, next }))));
    texts.push(...words.flatMap(cased).flatMap((first) => nexts.map((next) => ({ first, next }))));
    const tokenize = createCocoTokenizer();
    const wrong = texts.filter(({ first, next }) => tokenize([first, next]).flat().join('|') !== byRules(`${first}\n${next}`).join('|'));
    expect(wrong).toEqual([]);
  });

  it.each(['😀', '👩‍', '❤️', 'a@', 'a.b', "a'", '1-', '&amp;', '<a b="', 'x/', '#', '\u00AD', 'www.', '. '])(
    'takes long runs of %j in linear time',
    (unit) => {
      const text = unit.repeat(200_000 / unit.length);
      const start = process.cpuUsage();
      tokenizeCoco(text);
      expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
    },
  );

  it('looks for a long end of a word in linear time', () => {
    const start = process.cpuUsage();
    expect(tokenizeCoco(`x.${' '.repeat(100_000)}The dog`)).toEqual(['x', 'the', 'dog']);
    expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
  });
});
