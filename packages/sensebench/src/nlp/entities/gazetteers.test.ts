import { WordInfos } from '@sensebench/metrics/internal/nlp/words/word-info.ts';
import { describe, expect, it } from 'vitest';
import { GAZETTEER_LISTS, Gazetteer, type GazetteerList } from './gazetteers.ts';

const infos = new WordInfos();
const wordsOf = (text: string) => text.split(' ').map((form) => infos.of(form));
const phrases: [string, GazetteerList][] = [
  ['New York', 'city'],
  ['New York', 'state'],
  ['York', 'city'],
  ['New York City Hall', 'place'],
  ['May', 'month'],
];
const gazetteer = Gazetteer.decode(Gazetteer.encode(phrases.map(([text, list]) => ({ words: wordsOf(text), list }))));
const found = (text: string) =>
  gazetteer.match(wordsOf(text)).map(({ start, end, lists }) => {
    const names = GAZETTEER_LISTS.filter((_, bit) => (lists >> bit) & 1);
    return `${text.split(' ').slice(start, end).join(' ')}: ${names.join(' ')}`;
  });

describe('phrase tables', () => {
  it('find every phrase at every place, with all its lists', () => {
    expect(found('in New York')).toEqual(['New York: state city', 'York: city']);
  });
  it('find a longer phrase besides its beginning', () => {
    expect(found('New York City Hall')).toEqual(['New York: state city', 'New York City Hall: place', 'York: city']);
    expect(found('New York City')).toEqual(['New York: state city', 'York: city']);
  });
  it('do not care about capitals', () => {
    expect(found('may')).toEqual(['may: month']);
  });
  it('are refused when they are cut short', () => {
    expect(() => Gazetteer.decode(new Uint8Array(12))).toThrow('cut short');
  });
});
