import { describe, expect, it } from 'vitest';
import { cleanName, demandOwnName, readsLike } from './display-name.ts';

describe('a name', () => {
  it.each([
    ['  Team \t A\n', 'Team A'],
    ['Cafe\u0301', 'Café'],
    ['A\u00a0\u2003B', 'A B'],
    ['A\u200bda\ufeff', 'Ada'],
    ['Te\u00adam ❤\ufe0f', 'Team ❤'],
    ['می\u200cخواهم', 'میخواهم'],
    ['β-VAE (αNLI) 模型 Ünïcode', 'β-VAE (αNLI) 模型 Ünïcode'],
    ['', ''],
  ])('%j is kept as %j', (text, name) => {
    expect(cleanName(text)).toBe(name);
  });

  it.each([
    ['a mark of direction', '\u202etxet', 'U+202E'],
    ['an isolate', 'a\u2066b', 'U+2066'],
    ['a right-to-left mark', 'a\u200fb', 'U+200F'],
    ['an Arabic letter mark', 'a\u061cb', 'U+061C'],
    ['a Hangul filler', '\u3164', 'U+3164'],
    ['a blank of Braille', '\u2800', 'U+2800'],
    ['a tag character', 'a\u{e0041}', 'U+E0041'],
    ['a control', 'a\u0007', 'U+0007'],
    ['a private character', '\ue000', 'U+E000'],
    ['half a character', 'a\ud800', 'U+D800'],
  ])('with %s is refused, by its code', (_, text, code) => {
    expect(() => cleanName(text, { field: 'row' })).toThrow(code);
    expect(() => cleanName(text, { field: 'row' })).toThrow('row');
  });

  it('with a heap of marks is refused', () => {
    expect(() => cleanName(`a${'\u0335'.repeat(20)}`)).toThrow('marks');
  });
});

describe('a name that reads like a reference row', () => {
  it.each([
    [
      'Human',
      [
        'human',
        ' HUMAN ',
        'Hu man',
        'H.u.m.a.n',
        'Humans',
        'Human 2',
        'Human baseline',
        'the human',
        'Hùmän',
        'Ｈｕｍａｎ',
        '𝐇𝐮𝐦𝐚𝐧',
        'Ⓗuman',
      ],
    ],
    ['Human', ['Нuman', 'Humаn', 'Ηυмап', 'ʜᴜᴍᴀɴ', 'НUМAN', 'Hurnan', 'Hum4n']],
    ['Random', ['random', 'Rand0m', 'Rаndоm', 'RANDOM BASELINE', 'Randorn']],
    ['Majority', ['majority', 'Маjority', 'Majorlty', 'Majority (baseline)']],
    ['T5-large', ['t5 large', 'T5_LАRGE']],
  ])('is refused: %s', (reserved, names) => {
    expect(names.filter((name) => !readsLike(name, reserved))).toEqual([]);
    for (const name of names) expect(() => demandOwnName(name, { reserved: ['Other', reserved] }), name).toThrow(JSON.stringify(reserved));
  });

  it.each([
    'Human-written prompts',
    'Random forest',
    'Majority of five models',
    'T5-large (ours)',
    'T5-base',
    'Humanoid',
    'Ada',
    '人間',
    'baseline',
    '2',
  ])('is not %s', (name) => {
    expect(() => demandOwnName(name, { reserved: ['Human', 'Random', 'Majority', 'T5-large', 'Baseline 1 (row)'] })).not.toThrow();
  });
});
