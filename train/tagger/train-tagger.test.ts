import { describe, expect, it } from 'vitest';
import { createRandom } from '../../packages/metrics/src/core/index.ts';
import { WordInfos } from '../../packages/metrics/src/nlp/words/word-info.ts';
import { Tagger } from '../../packages/sensebench/src/nlp/analysis/tagger.ts';
import { trainTagger } from './train-tagger.ts';

const infos = new WordInfos();
const LABELS = ['DT', 'NN', 'VBZ', '.'];
const sentence = (text: string) => {
  const rows = text.split(' ').map((row) => row.split('/'));
  return { words: rows.map(([form]) => infos.of(form)), tags: rows.map(([, tag]) => LABELS.indexOf(tag)) };
};
const SENTENCES = [
  'the/DT dog/NN walks/VBZ ./.',
  'a/DT cat/NN walks/VBZ ./.',
  'the/DT walk/NN ends/VBZ ./.',
  'a/DT bird/NN sings/VBZ ./.',
].map(sentence);
const train = () => trainTagger(SENTENCES, { labels: LABELS, epochs: 6, shuffle: createRandom(1).shuffle, minUpdates: 1 });
const tag = (text: string) => new Tagger(train()).tag(text.split(' ').map((form) => infos.of(form)));

describe('tagger', () => {
  it('tags words it has seen, and new ones by their endings and neighbours', () => {
    expect(tag('the cat sings .')).toEqual(['DT', 'NN', 'VBZ', '.']);
    expect(tag('a blorp grumps .')).toEqual(['DT', 'NN', 'VBZ', '.']);
  });
  it('is the same each time it is trained', () => {
    expect(train()).toEqual(train());
  });
  it('takes an empty sentence', () => {
    expect(new Tagger(train()).tag([])).toEqual([]);
  });
});
