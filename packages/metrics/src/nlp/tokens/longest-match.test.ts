import { describe, expect, it } from 'vitest';
import { createLexer, type LexerRule } from './longest-match.ts';
import { chars, choice, many, notChars, optional, type Pattern, sequence, some, times, words } from './patterns.ts';

const rule = (name: string, pattern: Pattern, ahead?: Pattern): LexerRule<string> => ({
  pattern,
  ahead,
  read: (text) => ({ token: `${name}:${text}` }),
});

function lexemes(rules: readonly LexerRule<string>[], text: string): string[] {
  const lex = createLexer(rules);
  const tokens: string[] = [];
  for (let place = 0; place < text.length; ) {
    const { token, end } = lex(text, place);
    if (token !== null) tokens.push(token);
    place = end;
  }
  return tokens;
}

describe('createLexer', () => {
  it('prefers the rule that matches most', () => {
    expect(lexemes([rule('if', words('if')), rule('name', some(chars('a-z')))], 'if iffy')).toEqual(['if:if', 'name:iffy']);
  });

  it('prefers the first of equal rules', () => {
    expect(lexemes([rule('first', words('ab')), rule('second', sequence('a', 'b'))], 'ab')).toEqual(['first:ab']);
  });

  it('counts what must follow, but does not use it up', () => {
    const rules = [rule('verb', some(chars('a-m')), words("n't")), rule('not', words("n't")), rule('word', some(chars("a-z'")))];
    expect(lexemes(rules, "didn't")).toEqual(['verb:did', "not:n't"]);
  });

  it('gives the longest head when head and tail overlap', () => {
    expect(lexemes([rule('x', some(chars('a')), some(chars('a'))), rule('rest', chars('a'))], 'aaaa')).toEqual(['x:aaa', 'rest:a']);
  });

  it('skips what no rule knows', () => {
    expect(lexemes([rule('a', words('a'))], '-a--a')).toEqual(['a:a', 'a:a']);
  });

  it('matches texts in any case, and a marked first letter as it is', () => {
    const rules = [rule('state', words('^Ill')), rule('word', some(chars('A-Za-z')))];
    expect(lexemes(rules, 'Ill ILL ill')).toEqual(['state:Ill', 'state:ILL', 'word:ill']);
  });

  it('knows repetition, options and what is not in a list', () => {
    const rules = [
      rule('number', sequence(optional('-'), times(chars('0-9'), 2, 3))),
      rule('quoted', sequence('"', many(notChars('"')), '"')),
      rule('or', choice('c++', 'c')),
    ];
    expect(lexemes(rules, '-12345 "a b" C++ c')).toEqual(['number:-123', 'number:45', 'quoted:"a b"', 'or:C++', 'or:c']);
  });
});
