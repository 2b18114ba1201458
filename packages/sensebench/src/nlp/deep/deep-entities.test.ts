import { WordInfos } from '@sensebench/metrics/internal/nlp/words/word-info.ts';
import { describe, expect, it } from 'vitest';
import { type AnalyserOptions, loadAnalyser } from '../analysis/analyser.ts';
import { findOnnxRuntime } from '../embeddings/onnx-runtime.ts';
import { Gazetteer } from '../entities/gazetteers.ts';
import { ENTITY_COLUMNS, entityLooks, hideLists } from './deep-entities.ts';

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

const infos = new WordInfos();
const words = (text: string) => text.split(' ').map((form) => infos.of(form));
const gazetteer = Gazetteer.decode(
  Gazetteer.encode([
    { words: words('New York'), list: 'city' },
    { words: words('June'), list: 'month' },
  ]),
);

function looks(text: string): Float32Array {
  const given = words(text);
  const rows = new Float32Array((given.length + 1) * ENTITY_COLUMNS);
  entityLooks(gazetteer).write(given, rows, ENTITY_COLUMNS);
  return rows;
}
const row = (rows: Float32Array, i: number) => rows.subarray((i + 1) * ENTITY_COLUMNS, (i + 2) * ENTITY_COLUMNS);
const own = ENTITY_COLUMNS / 3;

it('writes flags, list matches and kinds of numbers of a word and of its neighbours', () => {
  const rows = looks('in New York since 1990');
  expect(rows.subarray(0, ENTITY_COLUMNS).every((value) => value === 0)).toBe(true);
  // What a word is to itself, it is to its neighbours too.
  expect(row(rows, 1).subarray(own, 2 * own)).toEqual(row(rows, 0).subarray(0, own));
  expect(row(rows, 1).subarray(2 * own)).toEqual(row(rows, 2).subarray(0, own));
  expect(
    row(rows, 0)
      .subarray(own, 2 * own)
      .every((value) => value === 0),
  ).toBe(true);
  // Beginning and end of a listed name differ, and a year is more than its digits.
  expect(row(rows, 1).subarray(0, own)).not.toEqual(row(rows, 2).subarray(0, own));
  expect(row(looks('in June'), 1).subarray(0, own)).not.toEqual(row(looks('in Juno'), 1).subarray(0, own));
  expect(row(looks('in 1990'), 1).subarray(0, own)).not.toEqual(row(looks('in 99000'), 1).subarray(0, own));
});

it('can hide the lists and leave the flags', () => {
  const [listed, unlisted] = [looks('in June'), looks('in Juno')];
  hideLists(listed, ENTITY_COLUMNS, 2);
  hideLists(unlisted, ENTITY_COLUMNS, 2);
  expect(listed).toEqual(unlisted);
  expect(listed.some((value) => value === 1)).toBe(true);
});
