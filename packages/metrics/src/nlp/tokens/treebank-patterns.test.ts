import { describe, expect, it } from 'vitest';
import { tokenizeTreebank } from './tokenize-treebank.ts';
import { ABBREVIATIONS, ALSO_WORDS, MERGED, PREFIXES } from './treebank-patterns.ts';

const cut = (text: string) => tokenizeTreebank(text).map((token) => token.text);

describe('the word lists', () => {
  it('are in lower case, since words are looked up so', () => {
    for (const word of [...PREFIXES, ...ABBREVIATIONS, ...ALSO_WORDS, ...Object.keys(MERGED)]) expect(word).toBe(word.toLowerCase());
  });
  it('hold only words short enough to be looked up', () => {
    for (const word of [...PREFIXES, ...ABBREVIATIONS, ...Object.keys(MERGED)]) expect(word.length, word).toBeLessThanOrEqual(8);
  });
  it('cut each merged word inside', () => {
    for (const [word, place] of Object.entries(MERGED)) expect(cut(word)).toEqual([word.slice(0, place), word.slice(place)]);
  });
  it('keep the hyphen of each prefix', () => {
    for (const prefix of PREFIXES) expect(cut(`${prefix}-blorp`)).toEqual([`${prefix}-blorp`]);
    expect(cut('well-known')).toEqual(['well', '-', 'known']);
  });
  it('take an abbreviation that is a word too only with a capital', () => {
    for (const word of ALSO_WORDS) expect(ABBREVIATIONS.has(word), word).toBe(true);
    expect(cut('It is no. Not so')).toContain('.');
    expect(cut('See No. 5 there')).toContain('No.');
  });
});
