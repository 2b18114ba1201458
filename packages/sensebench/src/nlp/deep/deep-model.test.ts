import { beforeAll, describe, expect, it } from 'vitest';
import { type Analyser, loadAnalyser } from '../analysis/analyser.ts';

let analyser: Analyser;

beforeAll(async () => {
  analyser = await loadAnalyser({ deep: true });
});

describe('the deep model', () => {
  it('tags, parses and names entities', async () => {
    const [{ tokens, entities }] = await analyser.analyse(['Children in Norway ski to school in January.'], { parse: true });
    expect(tokens.map(({ text, tag }) => `${text}/${tag}`).join(' ')).toBe(
      'Children/NNS in/IN Norway/NNP ski/VBP to/IN school/NN in/IN January/NNP ./.',
    );
    expect(tokens.map(({ head, relation }) => `${head} ${relation}`)).toEqual([
      '4 nsubj',
      '3 case',
      '1 nmod',
      '0 root',
      '6 case',
      '4 obl',
      '8 case',
      '4 obl',
      '4 punct',
    ]);
    expect(entities).toEqual([
      { text: 'Norway', type: 'GPE', start: 12, end: 18 },
      { text: 'January', type: 'DATE', start: 36, end: 43 },
    ]);
  });

  it('reads a text the same alone and among others', async () => {
    const texts = ['It rains.', 'The old bridge over the river was closed for two years after the flood of 1953.', 'Go!', ''];
    const together = await analyser.analyse(texts, { parse: true });
    for (const [i, text] of texts.entries()) expect(together[i]).toEqual((await analyser.analyse([text], { parse: true }))[0]);
    expect(together[3]).toEqual({ text: '', tokens: [], entities: [] });
  });

  it('gives every sentence one root and no cycle, however odd the text', async () => {
    const odd = ['👩‍🌾 🌱🌱🌱', ') ( ] [', 'a '.repeat(700), '東京は日本の首都です。', 'é́́́ \u0007 \u200f x', `${'ab'.repeat(5000)} c`];
    for (const { text, tokens } of await analyser.analyse(odd, { parse: true })) {
      for (const { text: form, start, end } of tokens) expect(text.slice(start, end)).toBe(form);
      tokens.forEach((_, i) => {
        let node = i + 1;
        let steps = 0;
        while (node !== 0 && steps++ <= tokens.length) node = tokens[node - 1].head ?? 0;
        expect(node).toBe(0);
      });
    }
  });
});
