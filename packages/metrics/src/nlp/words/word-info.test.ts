import { describe, expect, it } from 'vitest';
import { encodeLexicon } from '../../../../../train/encode/lexicon.ts';
import { decodeLexicon, shapeOf, WordInfos } from './word-info.ts';

const infos = new WordInfos();

describe('word info', () => {
  it('collapses shapes', () => {
    expect(shapeOf('McDonald')).toBe('XxXxx');
    expect(shapeOf('1999')).toBe('dddd');
    expect(shapeOf('U.S.')).toBe('X.X.');
    expect(shapeOf('12:30pm')).toBe('dd:ddxx');
  });
  it('reads curly quotes as plain ones and digits as one digit', () => {
    expect(infos.of('don’t').lower).toBe(infos.of("don't").lower);
    expect(infos.of('1984').lower).toBe(infos.of('2020').lower);
    expect(infos.of('1984').exact).not.toBe(infos.of('2020').exact);
  });
  it('marks capitals, digits, hyphens and marks by bits', () => {
    const flags = (form: string) => infos.of(form).flags;
    expect([flags('Dog'), flags('NASA'), flags('a1'), flags('x-ray'), flags('...'), flags('dog')]).toEqual([1, 1 | 2, 4, 8, 16, 0]);
  });
  it('hashes affixes of the lower-cased word: equal endings, equal numbers', () => {
    const [one, other] = [infos.of('Walking'), infos.of('singing')];
    expect(one.suffix3).toBe(other.suffix3);
    expect(one.suffix4).not.toBe(other.suffix4);
    expect(one.prefix1).toBe(infos.of('wet').prefix1);
  });
  it('takes clusters from the lexicon, 0 for a word that it lacks', () => {
    const known = new WordInfos({ lookup: (lower) => (lower === 'dog' ? { cluster: 12, coarse: 3 } : undefined) });
    expect(known.of('Dog')).toMatchObject({ cluster: 12, coarse: 3 });
    expect(known.of('cat')).toMatchObject({ cluster: 0, coarse: 0 });
  });
  it('computes a form once', () => {
    expect(infos.of('once')).toBe(infos.of('once'));
  });
});

describe('lexicon', () => {
  const bytes = encodeLexicon([
    { word: 'paris', cluster: 300, coarse: 7 },
    { word: 'rome', cluster: 301, coarse: 7 },
  ]);
  it('keeps the clusters of its words', () => {
    const lexicon = decodeLexicon(bytes);
    expect(lexicon.lookup('paris')).toEqual({ cluster: 300, coarse: 7 });
    expect(lexicon.lookup('rome')).toEqual({ cluster: 301, coarse: 7 });
    expect(lexicon.lookup('oslo')).toBeUndefined();
  });
  it('is read whatever the capitals; unknown words have no cluster', () => {
    const infos = new WordInfos(decodeLexicon(bytes));
    expect(infos.of('PARIS').cluster).toBe(300);
    expect(infos.of('Oslo').cluster).toBe(0);
  });
  it('says when a file is no lexicon', () => {
    expect(() => decodeLexicon(new TextEncoder().encode('{}\n'))).toThrow('not a sensebench lexicon');
  });
});
