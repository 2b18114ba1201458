import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenizeTreebank } from './tokenize-treebank.ts';

const words = (text: string) => tokenizeTreebank(text).map((token) => token.text);

describe('tokenizeTreebank', () => {
  it.each([
    ["I don't think they'll go.", ['I', 'do', "n't", 'think', 'they', "'ll", 'go', '.']],
    ['You cannot, can’t you?', ['You', 'can', 'not', ',', 'ca', 'n’t', 'you', '?']],
    ["Bush's 15-year term", ['Bush', "'s", '15', '-', 'year', 'term']],
    ["the dogs' bowls", ['the', 'dogs', "'", 'bowls']],
    ['a well-known non-stop flight', ['a', 'well', '-', 'known', 'non-stop', 'flight']],
    [
      'Dr. Smith of the U.S. Army paid $3,500.50 at 5:00 p.m.',
      ['Dr.', 'Smith', 'of', 'the', 'U.S.', 'Army', 'paid', '$', '3,500.50', 'at', '5:00', 'p.m', '.'],
    ],
    ['On 9/11/2001 (a Tuesday)...', ['On', '9/11/2001', '(', 'a', 'Tuesday', ')', '...']],
    ['AT&T, see http://a.org/b-c?d=1.', ['AT&T', ',', 'see', 'http://a.org/b-c?d=1', '.']],
    ['mail me@x.org or/and call 713-853-3989!!', ['mail', 'me@x.org', 'or', '/', 'and', 'call', '713-853-3989', '!!']],
    ['"Yes," she said :-)', ['"', 'Yes', ',', '"', 'she', 'said', ':-)']],
    ["in the 1990's and the 80s", ['in', 'the', "1990's", 'and', 'the', '80s']],
    ["O'Neil at 7 o'clock", ["O'Neil", 'at', '7', "o'clock"]],
  ])('cuts %j', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it('finds nothing in blank text', () => {
    expect(tokenizeTreebank('')).toEqual([]);
    expect(tokenizeTreebank(' \t\u0000\u00a0\ufeff')).toEqual([]);
  });

  it('keeps emoji with their joiners, and letters with their marks, whole', () => {
    expect(words('hi 👩‍👩‍👧 ok👍🏽 cafe\u0301s')).toEqual(['hi', '👩‍👩‍👧', 'ok', '👍🏽', 'cafe\u0301s']);
  });

  it('indexes the original string in order, and loses no letter or digit', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.string({ unit: fc.constantFrom(..."abI'’.-/@:,$&!? \n0135\ud83d\u0301\u200d中".split('')), maxLength: 60 }),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        let last = 0;
        let covered = '';
        for (const { text: form, start, end } of tokenizeTreebank(text)) {
          if (start < last || end <= start || form !== text.slice(start, end)) return false;
          covered += form;
          last = end;
        }
        const visible = (value: string) => value.replace(/[^\p{L}\p{N}]/gu, '');
        return visible(covered) === visible(text);
      }),
      { numRuns: 150 },
    );
  });

  it.each(["a'", 'a.', '-', '1,000', 'a@', 'x-y', '👩‍', 'http://', '(['])('takes long runs of %j in linear time', (unit) => {
    const text = unit.repeat(300_000 / unit.length);
    const start = process.cpuUsage();
    const tokens = tokenizeTreebank(text);
    expect(tokens.at(-1)?.end).toBe(text.length);
    expect(process.cpuUsage(start).user).toBeLessThan(3_000_000);
  });
});
