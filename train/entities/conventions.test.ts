import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { EntityType } from '../../packages/metrics/src/core/index.ts';
import { WordInfos } from '../../packages/metrics/src/nlp/words/word-info.ts';
import { Gazetteer } from '../../packages/sensebench/src/nlp/entities/gazetteers.ts';
import { weightsPath } from '../corpora.ts';
import { applyConventions } from './conventions.ts';

const gazetteer = Gazetteer.decode(gunzipSync(readFileSync(weightsPath('entities/gazetteer.bin.gz'))));
const infos = new WordInfos();

/** `[a name|TYPE]` in a sentence of tokens; tags are those of `nouns`, else DT. */
function read(marked: string, nouns: readonly string[] = []) {
  const forms: string[] = [];
  const spans: { start: number; end: number; type: EntityType }[] = [];
  for (const part of marked.split(/(\[[^\]]+\])/)) {
    const [, name, type] = /^\[(.+)\|(\w+)\]$/.exec(part) ?? [];
    const words = (name ?? part).split(' ').filter((word) => word !== '');
    if (type) spans.push({ start: forms.length, end: forms.length + words.length, type: type as EntityType });
    forms.push(...words);
  }
  const words = forms.map((form) => infos.of(form));
  const tags = forms.map((form) => (nouns.includes(form) ? 'NN' : 'DT'));
  const found = applyConventions({ words, tags, spans }, gazetteer);
  return {
    spans: found.spans.map(({ start, end, type }) => `${forms.slice(start, end).join(' ')}|${type}`),
    unsure: forms.filter((_, i) => found.unsure[i]),
  };
}

it('tells holidays that say when from those that are spoken of', () => {
  expect(read('[Christmas|DATE] is a holiday').spans).toEqual(['Christmas|EVENT']);
  expect(read('They met at [Christmas|EVENT]').spans).toEqual(['Christmas|DATE']);
  expect(read('Jews celebrate [Hanukkah|DATE]').spans).toEqual(['Hanukkah|EVENT']);
  expect(read('They marched on [Bastille Day|EVENT]').spans).toEqual(['Bastille Day|DATE']);
});

it('splits years from games and peoples from civil wars', () => {
  expect(read('at [the 2008 Summer Olympics|EVENT]').spans).toEqual(['2008|DATE', 'Summer Olympics|EVENT']);
  expect(read('in [the American Civil War|EVENT]').spans).toEqual(['American|NORP', 'Civil War|EVENT']);
  expect(read('in [the Vietnam War|EVENT]').spans).toEqual(['the Vietnam War|EVENT']);
});

it('takes in the words that belong to an amount of time', () => {
  expect(read('for more than [two hours|TIME]').spans).toEqual(['more than two hours|TIME']);
  expect(read('about [88 days|DATE] long').spans).toEqual(['about 88 days|DATE']);
  expect(read('about [Christmas Eve|DATE]').spans).toEqual(['Christmas Eve|DATE']);
  expect(read('[Monday|DATE] over [two hours|TIME]').spans).toEqual(['Monday|DATE', 'over two hours|TIME']);
});

it('leaves the article to the noun that follows, and doubts what nothing supports', () => {
  expect(read('by [the United States|GPE] government', ['government']).spans).toEqual(['United States|GPE']);
  expect(read('in [the United States|GPE] today').spans).toEqual(['the United States|GPE']);
  expect(read('[Durian|EVENT] smells')).toEqual({ spans: [], unsure: ['Durian'] });
  expect(read('four [light years|DATE] away')).toEqual({ spans: [], unsure: [] });
  expect(read('he left [France|ORG]').spans).toEqual(['France|GPE']);
});
