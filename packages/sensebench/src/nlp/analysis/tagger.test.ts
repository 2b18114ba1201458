import type { WordInfos } from '@sensebench/metrics/internal/nlp/words/word-info.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadEntityModels, loadTreeModels } from './sentence-reader.ts';
import type { Tagger } from './tagger.ts';

describe('the shipped tagger', () => {
  let tagger: Tagger;
  let infos: WordInfos;
  beforeAll(async () => {
    ({ tagger } = await loadTreeModels());
    ({ infos } = await loadEntityModels());
  });
  const tag = (text: string) => tagger.tag(text.split(' ').map((form) => infos.of(form)));

  it('tells a noun from a verb by its neighbours', () => {
    expect(tag('They run home .')[1]).toBe('VBP');
    expect(tag('The run was long .')[1]).toBe('NN');
  });
  it('tags new words by their endings', () => {
    expect(tag('The blorps grumbled blorpily .')).toEqual(['DT', 'NNS', 'VBD', 'RB', '.']);
  });
  it('takes an empty sentence', () => {
    expect(tagger.tag([])).toEqual([]);
  });
  it('takes the tags of another tagger as hints, which this model does not know', () => {
    const words = ['They', 'run'].map((form) => infos.of(form));
    expect(tagger.tag(words, [7, 9])).toEqual(tagger.tag(words));
  });
});
