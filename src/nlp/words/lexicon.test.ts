import { describe, expect, it } from 'vitest';
import { decodeLexicon, encodeLexicon } from './lexicon.ts';
import { WordInfos } from './word-info.ts';

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
