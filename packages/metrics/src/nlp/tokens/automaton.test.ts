import { describe, expect, it } from 'vitest';
import { createAutomaton, createCharClasses } from './automaton.ts';
import { chars, many, type Pattern, sequence, some, words } from './patterns.ts';

const automatonOf = (...patterns: Pattern[]) => createAutomaton(patterns, createCharClasses());

describe('the longest match', () => {
  it('goes on as long as any pattern may still match, and then steps back to the last match', () => {
    // "ab" is a whole match, "abab" the next one; "aba" is none.
    const automaton = automatonOf(some('ab'));
    expect(automaton.longest('abax', 0)).toEqual({ rule: 0, end: 2 });
    expect(automaton.longest('ababx', 0)).toEqual({ rule: 0, end: 4 });
  });

  it('belongs to the pattern that matches most, the first of equal ones', () => {
    const automaton = automatonOf(words('in'), some(chars('a-z')), words('inn'));
    expect(automaton.longest('in', 0)).toEqual({ rule: 0, end: 2 });
    expect(automaton.longest('inn', 0)).toEqual({ rule: 1, end: 3 });
  });

  it('starts anywhere, and is none where no pattern fits', () => {
    const automaton = automatonOf(some(chars('0-9')));
    expect(automaton.longest('a12', 1)).toEqual({ rule: 0, end: 3 });
    expect(automaton.longest('a12', 0)).toEqual({ rule: -1, end: 0 });
  });

  it('of an empty pattern is not found: a match has a character', () => {
    expect(automatonOf(many('a')).longest('b', 0)).toEqual({ rule: -1, end: 0 });
  });
});

describe('dead ends', () => {
  it('of one text are not those of the next', () => {
    const automaton = automatonOf(chars('a'), sequence(some(chars('a')), 'b'));
    const text = 'a'.repeat(100);
    for (let place = 0; place < 100; place++) expect(automaton.longest(text, place)).toEqual({ rule: 0, end: place + 1 });
    expect(automaton.longest(`${text}b`, 0)).toEqual({ rule: 1, end: 101 });
    expect(automaton.longest(text, 3)).toEqual({ rule: 0, end: 4 });
  });
});

describe('ends', () => {
  it('are all places where a match can end, up to a limit', () => {
    const automaton = automatonOf(some('ab'));
    expect(automaton.ends('xababab', 1, 7)).toEqual([3, 5, 7]);
    expect(automaton.ends('xababab', 1, 6)).toEqual([3, 5]);
    expect(automaton.ends('xababab', 0, 7)).toEqual([]);
  });
});

describe('matches', () => {
  it('asks whether a pattern covers exactly a part of the text', () => {
    const automaton = automatonOf(sequence('a', many('b')));
    expect(automaton.matches('xabbx', 1, 4)).toBe(true);
    expect(automaton.matches('xabbx', 1, 5)).toBe(false);
    expect(automaton.matches('xabbx', 0, 4)).toBe(false);
  });
});

describe('character classes', () => {
  it('are shared by characters that no pattern tells apart', () => {
    const classes = createCharClasses();
    const vowel = classes.add('vowel', (code) => 'ae'.includes(String.fromCharCode(code)));
    expect(classes.of(0x61)).toBe(classes.of(0x65));
    expect(classes.of(0x61)).not.toBe(classes.of(0x62));
    expect(classes.has(classes.of(0x61), vowel)).toBe(true);
    expect(classes.has(classes.of(0x62), vowel)).toBe(false);
    expect(classes.add('vowel', () => true)).toBe(vowel);
  });
});
