import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Item } from '@sensebench/metrics/internal/core';
import { afterAll, describe, expect, it } from 'vitest';
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
    ['outputs', '{"id":"a","prediction":"one"}\n{"id":"7","output":["two"]}'],
    [
      "a run's file, of which the first repeat counts",
      '{"id":"a","prediction":"one","repeat":0}\n{"id":"a","prediction":"x","repeat":1}\n{"id":"7","prediction":"two"}',
    ],
  ])('reads %s', async (_, content) => {
    expect(await texts(content)).toEqual(['one', 'two']);
  });

  describe('of choices', () => {
    const asked: Item[] = ['no', 'yes', 'no'].map((label, i) => ({ id: String(i), input: null, references: [label], meta: {} }));
    const benchmark = { choices: () => ['yes', 'no'].map((label) => ({ label, text: label })) };
    const sample = (place: number, { target = '1', resps = '[["-2","False"],["-1","False"]]', choices = '["yes","no"]' } = {}) =>
      `{"doc_id":${place},"doc":{"id":"${place}","choices":${choices}},"target":${target},"filtered_resps":${resps}}`;

    it('are the labels of the likeliest ones, by the order of the document', async () => {
      const content = [
        sample(0),
        sample(1, { target: '0', resps: '[[-0.5,true],[-1,false]]' }),
        sample(2, { target: '0', choices: '["no","yes"]', resps: '[[-0.5,true],[-1,false]]' }),
      ];
      const { texts: labels, notes } = await readPredictionTexts(file(content.join('\n')), asked, benchmark);
      expect(labels).toEqual(['no', 'yes', 'no']);
      expect(notes).toEqual([]);
    });

    it('say where a target is not that of the item', async () => {
      const content = [sample(0), sample(1, { target: '1' }), sample(2)];
      const { notes } = await readPredictionTexts(file(content.join('\n')), asked, benchmark);
      expect(notes).toEqual([expect.stringMatching(/1 of 3 samples have another target than their item/)]);
    });

    it('are refused with another number of choices', async () => {
      const content = [0, 1, 2].map((place) => sample(place, { resps: '[[-1,true],[-2,false],[-3,false]]' }));
      await expect(readPredictionTexts(file(content.join('\n')), asked, benchmark)).rejects.toThrow(
        'predictions:1: has 3 choices where the item "0" has 2: a sample of another task?',
      );
    });
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
    const { rows } = await readPredictionRows(file('{"id":"a","prediction":"one"}\n{"id":9,"output":"two"}'));
    expect([...rows].map(([id, { text, raw }]) => [id, text, raw])).toEqual([
      ['a', 'one', false],
      ['9', 'two', true],
    ]);
    await expect(readPredictionRows(file('one\ntwo'))).rejects.toThrow('does not say which item each text is for');
    await expect(readPredictionRows(file('["one"]'))).rejects.toThrow('does not say which item each text is for');
    const table = await readPredictionRows(file('id,prediction\na,one', 'rows.csv'));
    expect(table.rows.get('a')?.text).toBe('one');
    expect((await readPredictionRows(file('{"x": ["one"]}'))).rows.get('x')?.text).toBe('one');
  });

  it('takes fewer predictions than items only on purpose, and never one of another item', async () => {
    const one = '{"id":"7","prediction":"two"}';
    await expect(readPredictionTexts(file(one), items)).rejects.toThrow('no prediction for "a"');
    const found = await readPredictionTexts(file(one), items, {}, { subset: true });
    expect([found.texts, found.items.map(({ id }) => id)]).toEqual([['two'], ['7']]);
    const strange = `${one}\n{"id":"zz","prediction":"x"}`;
    await expect(readPredictionTexts(file(strange), items, {}, { subset: true })).rejects.toThrow('"zz" is not the id of an item');
  });

  it('gives rows in the order of known items where the file has no ids', async () => {
    const { rows } = await readPredictionRows(file('one\ntwo'), { items });
    expect(items.map(({ id }) => rows.get(id)?.text)).toEqual(['one', 'two']);
  });

  it('keeps empty lines as empty predictions, and text that only looks like JSON where --format says so', async () => {
    expect(await texts('\ntwo')).toEqual(['', 'two']);
    await expect(texts('{one}\n[two')).rejects.toThrow('predictions:1: is not JSON');
    expect((await readPredictionTexts(file('{one}\n[two'), items, {}, { format: 'text' })).texts).toEqual(['{one}', '[two']);
  });

  it.each([
    ["pycocoevalcap's results", '{"a": ["one"], "7": ["two"]}'],
    ["pycocoevalcap's captions on several lines", '{\n"7": [{"caption": "two"}],\n"a": [{"caption": "one"}]\n}'],
    ['a JSON list of texts', '["one", "two"]'],
    ['JSON Lines without ids, in order', '{"prediction":"one"}\n{"prediction":"two"}'],
    ['JSON Lines of texts, in order', '"one"\n"two"'],
    [
      'samples of lm-evaluation-harness, by the ids of their documents',
      '{"doc_id":1,"doc":{"id":"a"},"target":"r","resps":[["x"]],"filtered_resps":["one"]}\n{"doc_id":0,"doc":{"id":7},"resps":[["two"]]}',
    ],
    [
      'samples of lm-evaluation-harness, by number',
      '{"doc_id":1,"doc":{"id":"x"},"filtered_resps":["two"]}\n{"doc_id":0,"doc":{"id":"y"},"filtered_resps":[["one"]]}',
    ],
    [
      "inspect_ai's log, of which the first epoch counts",
      '{"eval":{},"samples":[{"id":7,"epoch":1,"target":"t","output":{"completion":"two"}},{"id":"a","epoch":1,"output":{"completion":"one"}},{"id":"a","epoch":2,"output":{"completion":"x"}}]}',
    ],
    ['lines of id, tab and text', '7\ttwo\na\tone\n'],
    ['lines of id, comma and text', 'a,one\n"7","two"\n'],
    ['a table with column names', 'n\tID\tprediction\n1\ta\tone\n2\t7\ttwo\n'],
  ])('reads %s', async (_, content) => {
    expect(await texts(content)).toEqual(['one', 'two']);
  });

  it('keeps commas of lines that do not begin with the ids, and of texts behind an id', async () => {
    expect(await texts('Well, one\nNo, two')).toEqual(['Well, one', 'No, two']);
    expect(await texts('a, one\nb, two')).toEqual(['a, one', 'b, two']);
    expect(await texts('a,one, two\n7,"say ""no"", now"')).toEqual(['one, two', 'say "no", now']);
  });

  it.each([
    ['system.csv', 'id,prediction\n7,"two,\nlines"\na,one', ['one', 'two,\nlines']],
    ['system.csv', 'prediction\none\ntwo', ['one', 'two']],
    ['system.tsv', 'id\tprediction\na\t"one"\n7\tso "two"', ['one', 'so "two"']],
    ['system.TSV', 'a\tone\n7\ttwo', ['one', 'two']],
    ['system.json', '["one",\n"two"]', ['one', 'two']],
  ])('reads %s by its ending', async (name, content, expected) => {
    expect((await readPredictionTexts(file(content, name), items)).texts).toEqual(expected);
  });

  it('keeps lists of sentences', async () => {
    const lists = [['One.', 'Two.'], ['Three.']];
    expect(await texts('{"id":"7","prediction":["Three."]}\n{"id":"a","prediction":["One.","Two."]}')).toEqual(lists);
    expect(await texts('{"prediction":["One.","Two."]}\n{"prediction":["Three."]}')).toEqual(lists);
    expect(await texts(JSON.stringify(lists))).toEqual(lists);
    expect(await texts('{"id":"a","prediction":"One. Two.","sentences":["One.","Two."]}\n{"id":"7","prediction":"x"}')).toEqual([
      lists[0],
      'x',
    ]);
  });

  it('gives the second prediction of an id to the second of two equal items', async () => {
    const repeated = [...items, { ...items[0], id: 'a#2' }];
    const path = file('{"id":"a","prediction":"one"}\n{"id":"7","prediction":"two"}\n{"id":"a","prediction":"three"}', 'repeated.jsonl');
    expect((await readPredictionTexts(path, repeated)).texts).toEqual(['one', 'two', 'three']);
  });

  it('reads the column output as the raw output of a model', async () => {
    const path = file('id,output\na,Answer: B\n7,A', 'said.csv');
    expect((await readPredictionTexts(path, items, { choices: () => ['ice', 'fire'] })).texts).toEqual(['B', 'A']);
  });

  it.each([
    ["Python's NaN", '{"id":"a","prediction":NaN}\n{"id":"7","prediction":"two"}', "predictions:1: is not JSON: NaN is Python's"],
    ["a dict's repr", "{'id': 'a', 'prediction': 'one'}\n{'id': '7', 'prediction': 'two'}", 'predictions:1: is not JSON'],
    ['a comma after a row', '{"id":"a","prediction":"one"},\n{"id":"7","prediction":"two"},', 'predictions:1: is not JSON: a comma'],
    ['a comma after the last value', '[\n"one",\n"two",\n]', 'predictions:3: is not JSON'],
    ['a broken line between texts', 'one\n{"two', 'predictions:2: is not JSON'],
    ['a row between texts', 'one\n{"id": 7}', 'predictions:1: is not JSON, but line 2 is'],
    ['a text between rows', '{"id":"a","prediction":"one"}\ntwo', 'predictions:2: is not JSON, but line 1 is'],
    ['a table of other ids', 'b\tone\nc\ttwo', 'predictions:1: has a tab in every line'],
    ['several texts for an id', '{"a": ["one", "x"], "7": ["two"]}', 'predictions, field "a": is not one text'],
    [
      'log-probabilities',
      '{"doc_id":0,"resps":[[[-1.5, true]]]}\n{"doc_id":1,"resps":[[[-2, false]]]}',
      'is neither a text nor the log-probabilities of choices',
    ],
    [
      'samples of another split with the same ids',
      '{"doc_id":0,"doc":{"id":"a"},"target":"x","filtered_resps":["one"]}\n{"doc_id":1,"doc":{"id":"7"},"target":"y","filtered_resps":["two"]}',
      'predictions: is of another task or split: no target of its samples is a reference of its item',
    ],
    [
      'choices where the items have none',
      '{"doc_id":0,"resps":[[["-1", "True"]], [["-2", "False"]]]}\n{"doc_id":1,"resps":[[[-2, false]], [[-1, true]]]}',
      'predictions:1: has log-probabilities of choices, and the items have no choices: a sample of another task?',
    ],
    ['a sample that failed', '{"eval":{},"samples":[{"id":"a","error":{"message":"x"}}]}', 'the sample "a" ended with an error'],
    ['a log without its samples', '{"eval":{},"samples":null}', 'has no samples; `inspect log dump'],
    ['ids in some rows only', '{"prediction":"one"}\n{"id":"7","prediction":"two"}', 'predictions:2: has an id, and the first'],
    ['a JSON list of another length', '["one"]', 'has 1 predictions without ids (expected 2'],
  ])('refuses %s', async (_, content, message) => {
    await expect(texts(content)).rejects.toThrow(message);
  });

  it('says which shapes are accepted, with an example of each', async () => {
    const error: Error = await texts('[[1]]').then(String, (own) => own);
    for (const shape of [
      '{"id": "a", "prediction"',
      '"filtered_resps"',
      '"image_id"',
      '{"a": ["…"]}',
      'id,prediction',
      'one text per line',
    ])
      expect(error.message).toContain(shape);
    expect(error.message).not.toContain('\n');
  });

  it('refuses texts under an ending that says JSON Lines', async () => {
    await expect(readPredictionTexts(file('one\ntwo', 'x.jsonl'), items)).rejects.toThrow('x.jsonl:1: is not JSON');
  });

  it('says when the references of an item have different predictions', async () => {
    const { texts: found, notes } = await readPredictionTexts(file('one\nother\ntwo'), items);
    expect(found).toEqual(['one', 'two']);
    expect(notes[0]).toContain('1 items have different predictions');
  });

  it.each([
    ['another count', 'one\n', 'has 1 lines (expected 2, one per item, or 3, one per reference)'],
    ['a NUL byte', 'one\nt\0wo', 'predictions:2: contains a NUL byte'],
    [
      'an escaped NUL',
      '{"id":"a","prediction":"\\u0000"}\n{"id":7,"prediction":"two"}',
      'predictions:1: the prediction for "a" contains a NUL byte',
    ],
    [
      'a second prediction',
      '{"id":"a","prediction":"one"}\n{"id":"a","prediction":"one"}',
      'predictions:2: a second prediction for "a" (the first is in line 1)',
    ],
    ['an unknown id', '{"id":"b","prediction":"one"}', 'predictions:1: "b" is not the id of an item'],
    ['a missing item', '{"id":"a","prediction":"one"}', 'no prediction for "7" (expected one for each of 2 items, there are 1)'],
    ['a row without id', '{"id":"a","prediction":"one"}\n{"prediction":"two"}', 'predictions:2, field "id"'],
    ['a row without text', '{"id":"a"}', 'predictions:1, field "prediction"'],
    ['a broken row', '{"id":"a","prediction":"one"}\n{"id":', 'predictions:2: is not JSON'],
  ])('refuses %s', async (_, content, message) => {
    await expect(texts(content)).rejects.toThrow(message);
  });
});
