import { describe, expect, it } from 'vitest';
import { createLexer } from '../longest-match.ts';
import { NAMED_WORDS, PTB_RULES } from './rules.ts';

const lex = createLexer(PTB_RULES);
function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  for (let place = 0; place < text.length; ) {
    const { token, end } = lex(text, place);
    if (token !== null) tokens.push(token);
    place = end;
  }
  return tokens;
}

describe("the rules of Stanford's tokenizer", () => {
  it.each([
    ['words and clitics', "She doesn't; they'll go", ['She', 'does', "n't", ';', 'they', "'ll", 'go']],
    ['two tokens in one word', 'cannot gonna', ['can', 'not', 'gon', 'na']],
    ['a title keeps its stop', 'Dr. Who', ['Dr.', 'Who']],
    ['an abbreviation at the end of a sentence: two stops', 'Acme Inc. He', ['Acme', 'Inc.', '.', 'He']],
    ['a letter before the first word of a sentence', 'Vitamin C. The end', ['Vitamin', 'C', '.', 'The', 'end']],
    ['numbers, dates, fractions', '3,000.5 12/31/1999 ½', ['3,000.5', '12/31/1999', '1/2']],
    ['a fraction with its blank', '2 1/2', ['2\u00A01/2']],
    ['addresses', 'http://a.org/b me@a.org #tag', ['http://a.org/b', 'me@a.org', '#tag']],
    ['brackets by name', '(a) [b]', ['-LRB-', 'a', '-RRB-', '-LSB-', 'b', '-RSB-']],
    ['quotation marks, left and right', '"Hi" ‘a’', ['``', 'Hi', "''", '`', 'a', "'"]],
    ['currencies', '£5 €5 5¢', ['#', '5', '$', '5', '5', 'cents']],
    ['dashes and dots', 'a — b . . . c', ['a', '--', 'b', '...', 'c']],
    ['hyphens', 'well-known e-mail', ['well-known', 'e-mail']],
    ['emoji of the higher planes are dropped', 'a 😀 b', ['a', 'b']],
  ])('%s', (_, text, tokens) => {
    expect(tokensOf(text)).toEqual(tokens);
  });

  it('name, of words of letters alone, those that are not always one plain token', () => {
    expect([...NAMED_WORDS].every((word) => word === word.toLowerCase())).toBe(true);
    expect(['cannot', 'gonna', 'mr', 'inc', 'fig'].every((word) => NAMED_WORDS.has(word))).toBe(true);
    expect(NAMED_WORDS.has('dog')).toBe(false);
  });
});
