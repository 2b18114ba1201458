import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError } from '@sensebench/metrics/internal/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { writeXlsx } from '../../../files/index.ts';
import { contextName, readRatings } from './read-ratings.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-ratings-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const HEADER = 'answerID,questionID,category,A,B,C\n';

/** The message, without the folder. */
async function messageOf(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InputError);
  const { message } = error as InputError;
  expect(message).not.toContain('\n');
  return message.replaceAll(`${folder}/`, '');
}

describe('many ratings', () => {
  it('are read: 150,000 of them', async () => {
    const annotators = Array.from({ length: 100 }, (_, i) => `A${i}`);
    const rows = Array.from({ length: 1500 }, (_, i) => `${i},7,Time,${annotators.map((_, a) => (a % 4) + 1)}`);
    const read = await readRatings(await file('many.csv', `answerID,questionID,category,${annotators}\n${rows.join('\n')}\n`));
    expect([read.pairs.length, read.annotators.length]).toEqual([1500, 100]);
  });
});

describe('the three formats', () => {
  it('give the same pairs', async () => {
    const csv = await readRatings(await file('park.csv', `${HEADER}1,7,Time,0,1,\n2,7,Time,1,1,0\n`));
    const label = (annotatorID: string, value: string) => `{"annotatorID": "${annotatorID}", "label": ${value}}`;
    const row = (answer: string, labels: string[]) =>
      `{"answerID": "CV${answer}", "questionID": "CV7", "category": "Time", "labels": [${labels.map((value, i) => label('ABC'[i], value)).join(', ')}]}\n`;
    const warnings: string[] = [];
    const jsonl = await readRatings(await file('park.jsonl', row('1', ['0', '1', 'NaN']) + row('2', ['1', '1', '0'])), {
      warn: (line) => warnings.push(line),
    });
    const path = join(folder, 'park.xlsx');
    await writeXlsx(path, [
      {
        sheet: 'ratings',
        rows: [
          ['answerID', 'questionID', 'category', 'A', 'B', 'C'],
          [1, 7, 'Time', 0, 1, null],
          [2, 7, 'Time', 1, 1, 0],
        ],
      },
    ]);
    const xlsx = await readRatings(path);
    const plain = (rated: typeof csv) => ({ ...rated, pairs: rated.pairs.map(({ id, category, values }) => ({ id, category, values })) });
    expect(plain(csv)).toEqual({
      scale: 'binary',
      annotators: ['A', 'B', 'C'],
      pairs: [
        { id: 'park/7/1', category: 'Time', values: [0, 1, null] },
        { id: 'park/7/2', category: 'Time', values: [1, 1, 0] },
      ],
    });
    expect(plain(jsonl)).toEqual(plain(csv));
    expect(plain(xlsx)).toEqual(plain(csv));
    expect(warnings.map((line) => line.replace(`${folder}/`, ''))).toEqual(['park.jsonl: 1 bare NaN, which is not JSON, read as missing']);
  });

  it('reads a text of many megabytes', async () => {
    const line = { question: 1, answer: 2, category: 'Time', annotator: 'A', value: 4, comment: 'x'.repeat(16_000_000) };
    await expect(readRatings(await file('long.jsonl', `${JSON.stringify(line)}\n`), { context: 'park' })).resolves.toBeDefined();
  });

  it('leaves a NaN inside a text alone', async () => {
    const path = await file('nan.jsonl', '{"question":1,"answer":2,"category":"Time","annotator":"A","value":4,"comment":"NaN and NaN"}\n');
    expect((await readRatings(path)).pairs[0].comments).toEqual({ A: 'NaN and NaN' });
  });

  it('reads one rating a row, and decisions where the context is known', async () => {
    const long = await readRatings(
      await file('long.csv', 'question,answer,category,annotator,rating,comment\n1,2,Time,A,4,sure\n1,2,Time,B,1,\n'),
    );
    expect(long.pairs[0]).toMatchObject({ values: [4, 1], comments: { A: 'sure' } });
    const decided = await file(
      'decided.jsonl',
      '{"item":"park/1/2","annotator":"A","task":"tgcsr/rate","value":{"rating":3,"comment":"hm"}}\n',
    );
    const { pairs } = await readRatings(decided, { categoryOf: () => 'Time' });
    expect(pairs[0]).toMatchObject({ id: 'park/1/2', category: 'Time', values: [3], comments: { A: 'hm' } });
  });

  it('take no decision of another task for a rating', async () => {
    const review = '{"item":"park/1/2","annotator":"A","task":"tgcsr/review","value":"yes"}\n';
    const mixed = await file('mixed.jsonl', `${review}{"item":"park/1/2","annotator":"A","task":"tgcsr/rate","value":{"rating":3}}\n`);
    expect((await readRatings(mixed, { categoryOf: () => 'Time' })).pairs.map(({ values }) => values)).toEqual([[3]]);
    expect(await messageOf(readRatings(await file('review.jsonl', review)))).toContain(
      'review.jsonl: has decisions of the task tgcsr/review',
    );
  });

  it('let a changed rating replace the one before', async () => {
    const { pairs } = await readRatings(await file('changed.csv', `${HEADER}1,7,Time,4,1,1\n1,7,Time,2,1,1\n`));
    expect(pairs.map(({ values }) => values)).toEqual([[2, 1, 1]]);
  });

  it('take the name of the context from the file', () => {
    expect(contextName('/x/vacationing-abroad-mc-ratings.csv')).toBe('vacationing-abroad');
    expect(contextName('camping-tf-gt.jsonl')).toBe('camping');
    expect(contextName('/x/moving-house/ratings.csv')).toBe('moving-house');
  });
});

describe('wrong ratings say in one line what is wrong', () => {
  it('wrong columns, before later rows are read', async () => {
    expect(await messageOf(readRatings(await file('columns.csv', 'a b c\nx\ny,z\n')))).not.toContain('is not CSV');
  });

  it.each([
    [
      'outside 1–4',
      '1,7,Time,4,5,1\n',
      'a.csv:2, field "B": the rating 5 is outside 1–4 (expected 4 very good fit, 3 good fit, 2 not sure, 1 bad fit)',
    ],
    ['a zero among Likert ratings', '1,7,Time,4,3,1\n2,7,Time,4,0,1\n', 'a.csv:3, field "B": the rating 0 is outside 1–4'],
    ['half a point', '1,7,Time,4,2.5,1\n', 'the rating 2.5 is outside 1–4'],
    ['no number', '1,7,Time,4,good,1\n', 'a.csv:2, field "B": "good" is not a rating (expected 1–4, or 0 and 1)'],
    [
      'ones alone',
      '1,7,Time,1,1,1\n',
      'every rating is 1, which is a bad fit of 1–4 or a yes of 0/1 (expected --scale likert or --scale binary)',
    ],
    ['gaps alone', '1,7,Time,,,\n', 'every rating is missing'],
    ['no category', '1,7,,4,1,1\n', 'a.csv:2, field "category": has no category'],
    ['no question', '1,,Time,4,1,1\n', 'a.csv:2, field "questionID": is empty'],
  ])('%s', async (_what, rows, message) => {
    expect(await messageOf(readRatings(await file('a.csv', HEADER + rows)))).toContain(message);
  });

  it('a pair in two categories', async () => {
    const rows = 'question,answer,category,annotator,rating\n7,1,Time,A,4\n7,1,Space,B,4\n';
    expect(await messageOf(readRatings(await file('two.csv', rows)))).toBe(
      'two.csv:3, field "rating": question 7 with answer 1 is in Space here and in Time before',
    );
  });

  it('ground truth in place of ratings, unless it is asked for', async () => {
    const path = await file('x-gt.jsonl', '{"answerID":"CV1","questionID":"CV1","category":"Time","gt":[{"annotatorID":"A","label":0}]}\n');
    expect(await messageOf(readRatings(path))).toBe('x-gt.jsonl:1, field "gt": holds ground truth, which nobody rated (expected labels)');
    expect((await readRatings(path, { groundTruth: true })).pairs).toHaveLength(1);
  });

  it('an annotator with two columns', async () => {
    expect(await messageOf(readRatings(await file('two.csv', 'answerID,questionID,category,A,A\n1,2,Time,3,4\n')))).toBe(
      'two.csv:1: has two columns named "A"',
    );
  });

  it('no column for the question, no annotator, no row', async () => {
    expect(await messageOf(readRatings(await file('b.csv', 'answerID,category,A\n1,Time,3\n')))).toContain(
      'b.csv:2: has no column questionID',
    );
    expect(await messageOf(readRatings(await file('c.csv', 'answerID,questionID,category\n1,2,Time\n')))).toContain(
      'no column is an annotator',
    );
    expect(await messageOf(readRatings(await file('d.csv', '')))).toContain('has no rows');
    expect(await messageOf(readRatings(await file('e.jsonl', '')))).toContain('has no rows');
    expect(await messageOf(readRatings(await file('f.jsonl', '{"labels": [NaN}\n')))).toContain('f.jsonl:1: is not JSON');
  });

  it('merged cells', async () => {
    const path = join(folder, 'merged.xlsx');
    const cell = (value: string, more = {}) => ({ value, ...more });
    await writeExcelFile([
      [cell('answerID'), cell('questionID'), cell('category'), cell('A')],
      [cell('1'), cell('7', { rowSpan: 2 }), cell('Time'), cell('3')],
      [cell('2'), null, cell('Time'), cell('4')],
    ]).toFile(path);
    expect(await messageOf(readRatings(path))).toMatch(/^merged.xlsx: tab ".+" has merged cells \(B2:B3\)/);
  });
});
