import { describe, expect, it } from 'vitest';
import { type AnalyserOptions, loadAnalyser } from '../analysis/analyser.ts';
import { findOnnxRuntime } from '../embeddings/onnx-runtime.ts';

const runtime = await findOnnxRuntime();
const names = async (options: AnalyserOptions, texts: string[]) =>
  (await (await loadAnalyser(options)).analyse(texts)).map(({ entities }) => entities.map(({ text, type }) => `${text}:${type}`));

describe.skipIf(!runtime)('the deep entity model', () => {
  it('finds places, dates, times and events, with and without capitals', async () => {
    expect(
      await names({ entities: 'deep' }, [
        'It is winter in Argentina in July.',
        'world war ii ended in 1945',
        'The store in Paris opens at 9 a.m. on Monday.',
        'The moon is up.',
      ]),
    ).toEqual([['Argentina:GPE', 'July:DATE'], ['world war ii:EVENT', '1945:DATE'], ['Paris:GPE', '9 a.m.:TIME', 'Monday:DATE'], []]);
  });

  it('reads a text the same alone and among others, however odd', async () => {
    const { analyse } = await loadAnalyser({ entities: 'deep' });
    const texts = [
      'Snow fell in Oslo.',
      '',
      '👩‍🌾 🌱',
      'a '.repeat(700),
      'The flood of 1953 hit the Netherlands on a Saturday night in winter.',
    ];
    const together = await analyse(texts);
    for (const [i, text] of texts.entries()) expect(together[i].entities).toEqual((await analyse([text]))[0].entities);
  });

  it('leaves tags and trees to the reader that was asked for', async () => {
    const text = ['Dogs bark in Rome.'];
    const [linear] = await (await loadAnalyser()).analyse(text, { parse: true });
    const [mixed] = await (await loadAnalyser({ entities: 'deep' })).analyse(text, { parse: true });
    expect(mixed.tokens).toEqual(linear.tokens);
  });
});
