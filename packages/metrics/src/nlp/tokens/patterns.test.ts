import { describe, expect, it } from 'vitest';
import { createAutomaton, createCharClasses } from './automaton.ts';
import { anyChar, charProperty, chars, choice, notChars, optional, type Pattern, sequence, some, times, words } from './patterns.ts';

const fits = (pattern: Pattern, text: string) => createAutomaton([pattern], createCharClasses()).matches(text, 0, text.length);

describe('patterns', () => {
  it.each([
    ['a range', chars('a-c'), ['a', 'b', 'c'], ['d', '-', 'A']],
    ['a hyphen in the first or last place', chars('-a'), ['-', 'a'], ['b']],
    ['all but a list', notChars('ab'), ['c', '-'], ['a', 'b', '']],
    ['a Unicode property', charProperty(/\p{Lu}/u), ['A', 'É'], ['a', '1']],
    ['any character', anyChar, ['x', '\n'], ['', 'xx']],
    ['a text, in any case', sequence('ab'), ['ab', 'AB', 'aB'], ['a', 'abc']],
    ['a choice', choice('a', 'bc'), ['a', 'bc', 'BC'], ['b', 'abc']],
    ['an option', sequence('a', optional('b')), ['a', 'ab'], ['abb', 'b']],
    ['a number of times', times('a', 2, 3), ['aa', 'aaa'], ['a', 'aaaa']],
    ['one or more', some('ab'), ['ab', 'abab'], ['', 'aba']],
    ['words in a line', words('in inn to'), ['in', 'Inn', 'TO'], ['i', 'int', 'inn to']],
    ['a word with a capital of its own', words('^Miss mr'), ['Miss', 'MISS', 'mr'], ['miss']],
  ] as const)('%s', (_, pattern, inside, outside) => {
    for (const text of inside) expect(fits(pattern, text), text).toBe(true);
    for (const text of outside) expect(fits(pattern, text), text).toBe(false);
  });
});
