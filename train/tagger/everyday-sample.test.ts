import { beforeAll, describe, expect, it } from 'vitest';
import { type Analyser, loadAnalyser } from '../../packages/sensebench/src/nlp/analysis/analyser.ts';
import { loadEntityModels, loadTreeModels } from '../../packages/sensebench/src/nlp/analysis/sentence-reader.ts';
import { readEveryday } from './everyday-sample.ts';

describe('everyday sentences', () => {
  let analyser: Analyser;
  beforeAll(async () => {
    analyser = await loadAnalyser();
  });
  const read = async (text: string) => {
    const [{ tokens }] = await analyser.analyse([text], { entities: false });
    return tokens.map(({ text: form, tag, lemma }) => `${form}/${tag}/${lemma}`);
  };

  it('have the tags that were decided by hand, but for one word in fifty', async () => {
    const { tagger } = await loadTreeModels();
    const { infos } = await loadEntityModels();
    const sample = readEveryday();
    expect(sample.length).toBeGreaterThanOrEqual(300);
    const right = sample.flatMap((tokens) => {
      const tags = tagger.tag(tokens.map(({ form }) => infos.of(form)));
      return tokens.map(({ tag }, i) => Number(tag === tags[i]));
    });
    expect(right.reduce((a, b) => a + b) / right.length).toBeGreaterThan(0.98);
  });

  it('in the present tense have verbs', async () => {
    expect(await read('The man talks on his cellphone.')).toContain('talks/VBZ/talk');
    expect(await read('A man climbs a rope.')).toContain('climbs/VBZ/climb');
    expect(await read('A woman shops at the mall.')).toEqual(expect.arrayContaining(['shops/VBZ/shop', 'mall/NN/mall']));
    expect(await read('The cooks in the kitchen wear hats.')).toContain('cooks/NNS/cook');
  });
});
