import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Item } from '../../core/index.ts';
import { readPredictionRows, readPredictionTexts } from './read-predictions.ts';

const folder = mkdtempSync(join(tmpdir(), 'sensebench-'));
afterAll(() => rmSync(folder, { recursive: true }));

const items: Item[] = [
  { id: 'a', input: null, references: ['r', 's'], meta: {} },
  { id: '7', input: null, references: ['t'], meta: {} },
];

function file(content: string, name = 'predictions'): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const texts = async (content: string) => (await readPredictionTexts(file(content), items)).texts;

describe('readPredictionTexts', () => {
  it.each([
    ['JSON Lines in any order', '{"id":7,"prediction":"two"}\n\n{"id":"a","prediction":"one"}\n'],
    ['COCO results', '[{"image_id":"a","caption":"one"},\n{"image_id":7,"caption":"two"}]'],
    ['a line per item', 'one\ntwo\n'],
    ['a line per item without a last newline', 'one\r\ntwo'],
    ['a line per reference', 'one\none\ntwo\n'],
    ['lists of sentences, and outputs', '{"id":"a","prediction":["one"]}\n{"id":"7","output":["two"]}'],
    [
      "a run's file, of which the first repeat counts",
      '{"id":"a","prediction":"one","repeat":0}\n{"id":"a","prediction":"x","repeat":1}\n{"id":"7","prediction":"two"}',
    ],
  ])('reads %s', async (_, content) => {
    expect(await texts(content)).toEqual(['one', 'two']);
  });

  it('takes a prediction as it is and reads an output by the benchmark, also where a row has both', async () => {
    const rows = '{"id":"a","prediction":" One "}\n{"id":"7","output":" Two "}';
    const parse = (output: string) => `<${output.trim()}>`;
    expect((await readPredictionTexts(file(rows), items, { parse })).texts).toEqual([' One ', '<Two>']);
    expect((await readPredictionTexts(file(rows), items)).texts).toEqual([' One ', 'Two']);
    const both = '{"id":"a","prediction":"one","output":"x"}\n{"id":"7","output":["It is hot.","So: B"]}';
    const { texts: found, notes } = await readPredictionTexts(file(both), items, { choices: () => ['ice', 'fire'] });
    expect(found).toEqual(['one', 'B']);
    expect(notes).toEqual([expect.stringMatching(/predictions: 1 predictions are not a label of their item, like "one"/)]);
  });

  it('gives rows by id, and refuses plain text, where no items are known', async () => {
    const rows = await readPredictionRows(file('{"id":"a","prediction":"one"}\n{"id":9,"output":"two"}'));
    expect([...rows].map(([id, { text, raw }]) => [id, text, raw])).toEqual([
      ['a', 'one', false],
      ['9', 'two', true],
    ]);
    await expect(readPredictionRows(file('one\ntwo'))).rejects.toThrow('does not say which item each text is for');
  });

  it('keeps empty lines as empty predictions, and text that only looks like JSON', async () => {
    expect(await texts('\ntwo')).toEqual(['', 'two']);
    expect(await texts('{one}\n[two')).toEqual(['{one}', '[two']);
  });

  it('says when the references of an item have different predictions', async () => {
    const { texts: found, notes } = await readPredictionTexts(file('one\nother\ntwo'), items);
    expect(found).toEqual(['one', 'two']);
    expect(notes[0]).toContain('1 items have different predictions');
  });

  it.each([
    ['another count', 'one\n', 'has 1 lines (expected 2, one per item, or 3, one per reference)'],
    ['a NUL byte', 'one\nt\0wo', 'predictions:2: holds a NUL byte'],
    [
      'an escaped NUL',
      '{"id":"a","prediction":"\\u0000"}\n{"id":7,"prediction":"two"}',
      'predictions:1: the prediction for "a" holds a NUL byte',
    ],
    [
      'a second prediction',
      '{"id":"a","prediction":"one"}\n{"id":"a","prediction":"one"}',
      'predictions:2: a second prediction for "a" (the first is in line 1)',
    ],
    ['an unknown id', '{"id":"b","prediction":"one"}', 'predictions:1: "b" is not the id of an item'],
    ['a missing item', '{"id":"a","prediction":"one"}', 'no prediction for "7" (expected one for each of 2 items, there are 1)'],
    ['a row without id', '{"prediction":"one"}', 'predictions:1, field "id"'],
    ['a row without text', '{"id":"a"}', 'predictions:1, field "prediction"'],
    ['a broken row', '{"id":"a","prediction":"one"}\n{"id":', 'predictions:2: is not JSON'],
  ])('refuses %s', async (_, content, message) => {
    await expect(texts(content)).rejects.toThrow(message);
  });
});
