import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError } from '@sensebench/metrics/internal/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { type Cell, formatCsv, type Sheet, writeXlsx } from '../../../files/index.ts';
import { GORDON_HOBBS as taxonomy } from '../taxonomy/taxonomy.ts';
import { type AuthoredContext, authoredContextSchema } from './authored-context.ts';
import { checkContext, checkPlausible, valueType } from './check-context.ts';
import { composeContext } from './compose-context.ts';
import { sameness } from './near-duplicates.ts';
import { readContext } from './read-context.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-author-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ABOUT: Cell[][] = [
  ['id', 'lost-umbrella'],
  ['title', 'A lost umbrella'],
  ['theme', 'Ida left her umbrella on the bus.'],
];
const TIME: Cell[][] = [
  ['kind', 'id', 'text', 'concepts'],
  ['question', null, 'When did Ida notice?', 'before; time of day'],
  ['option', null, 'When it rained', null],
  ['option', null, 'At noon', 'time of day'],
  ['question', null, 'When does the office open?', null],
  ['option', null, 'at noon.', null],
  ['answer', null, 'At nine', 'start time'],
];
const EMOTIONS: Cell[][] = [
  ['kind', 'text'],
  ['question', 'How did Ida feel at first?'],
  ['question', 'How did she feel in the end?'],
  ['answer', 'Annoyed'],
  ['answer', 'Relieved'],
];
const SHEETS: Sheet[] = [
  { sheet: 'Context', rows: ABOUT },
  { sheet: 'Time', rows: TIME },
  { sheet: 'Emotions', rows: EMOTIONS },
];

const YAML = `id: lost-umbrella
title: A lost umbrella
theme: Ida left her umbrella on the bus.
categories:
  - name: Time
    questions:
      - text: When did Ida notice?
        concepts: [before, time of day]
        options: [When it rained, { text: At noon, concepts: [time of day] }]
      - text: When does the office open?
        options: [at noon.]
    answers: [{ text: At nine, concepts: [start time] }]
  - name: Emotions
    questions: [{ text: How did Ida feel at first? }, { text: How did she feel in the end? }]
    answers: [Annoyed, Relieved]
`;

async function workbook(name: string, sheets: Sheet[]): Promise<string> {
  const path = join(folder, name);
  await writeXlsx(path, sheets);
  return path;
}

async function messageOf(doing: Promise<unknown> | (() => unknown)): Promise<string> {
  const error = await Promise.resolve()
    .then(() => (typeof doing === 'function' ? doing() : doing))
    .then(
      () => null,
      (thrown: unknown) => thrown,
    );
  expect(error).toBeInstanceOf(InputError);
  expect((error as InputError).message).not.toContain('\n');
  return (error as InputError).message.replaceAll(`${folder}/`, '');
}

const compose = async (path: string) => composeContext((await readContext(path, { taxonomy })).authored, { taxonomy });

describe('a context from YAML, a workbook or CSV files', () => {
  it('is the same: options merged into one set a category, the duplicate logged, numbers for ids', async () => {
    await writeFile(join(folder, 'context.yaml'), YAML);
    const fromYaml = await compose(join(folder, 'context.yaml'));
    expect(fromYaml.context.answers.map(({ id, category, text }) => [id, category, text])).toEqual([
      ['1', 'Time', 'When it rained'],
      ['2', 'Time', 'At noon'],
      ['3', 'Time', 'At nine'],
      ['4', 'Emotions', 'Annoyed'],
      ['5', 'Emotions', 'Relieved'],
    ]);
    expect(fromYaml.merged).toEqual([{ category: 'Time', text: 'at noon.', into: '2', intoText: 'At noon' }]);
    expect(fromYaml.context.questions[0]).toEqual({
      id: '1',
      category: 'Time',
      text: 'When did Ida notice?',
      concepts: ['before', 'time of day'],
    });
    expect(await compose(await workbook('context.xlsx', SHEETS))).toEqual(fromYaml);

    const csv = join(folder, 'csv');
    await mkdir(csv);
    const rows = (cells: Cell[][]) =>
      cells.slice(1).map((row) => Object.fromEntries(cells[0].map((name, i) => [String(name), row[i] ?? ''])));
    await writeFile(join(csv, 'context.csv'), `name,value\n${ABOUT.map(([name, value]) => `${name},"${value}"`).join('\n')}\n`);
    await writeFile(join(csv, 'time.csv'), await formatCsv(rows(TIME)));
    await writeFile(join(csv, 'emotions.csv'), await formatCsv(rows(EMOTIONS)));
    expect(await compose(csv)).toEqual(fromYaml);
  });

  it('keeps written ids, and those of an earlier composition, when something is put in between', () => {
    const authored = authoredContextSchema.parse({
      id: 'x',
      title: 'x',
      theme: 'x',
      categories: [{ name: 'Time', questions: [{ text: 'q1' }, { text: 'q2' }], answers: ['first', { id: 7, text: 'seventh' }] }],
    }) as AuthoredContext;
    const { context } = composeContext(authored, { taxonomy });
    expect(context.answers.map(({ id }) => id)).toEqual(['8', '7']);
    const later: AuthoredContext = {
      ...authored,
      categories: [
        {
          ...authored.categories[0],
          questions: [{ text: 'new' }, { text: 'q2' }],
          answers: [{ text: 'zeroth' }, ...authored.categories[0].answers],
        },
      ],
    };
    const { context: next } = composeContext(later, { taxonomy, previous: context });
    expect(next.answers.map(({ id, text }) => `${id} ${text}`)).toEqual(['9 zeroth', '8 first', '7 seventh']);
    // q1 is gone; its number is not given to another question.
    expect(next.questions.map(({ id, text }) => `${id} ${text}`)).toEqual(['3 new', '2 q2']);
  });
});

describe('wrong authoring says in one line what is wrong', () => {
  it('a renamed tab', async () => {
    const path = await workbook('renamed.xlsx', [SHEETS[0], { ...SHEETS[1], sheet: 'Tmie' }]);
    expect(await messageOf(readContext(path, { taxonomy }))).toMatch(
      /^renamed\.xlsx: tab "Tmie" is not a category; was it "Time"\? \(expected Context, Time, Space/,
    );
    expect(await messageOf(readContext(await workbook('no-context.xlsx', SHEETS.slice(1)), { taxonomy }))).toContain(
      'has no tab "Context"',
    );
  });

  it('merged cells', async () => {
    const path = join(folder, 'merged.xlsx');
    const rows = TIME.map((row) => row.map((value) => (value === null ? null : { value: String(value) })));
    await writeExcelFile([
      { sheet: 'Context', data: ABOUT.map((row) => row.map((value) => ({ value: String(value) }))) },
      {
        sheet: 'Time',
        data: [...rows.slice(0, 2), [{ value: 'option', rowSpan: 2 }, null, { value: 'a' }, null], [null, null, { value: 'b' }, null]],
      },
    ]).toFile(path);
    expect(await messageOf(readContext(path, { taxonomy }))).toBe(
      'merged.xlsx: tab "Time" has merged cells (A3:A4) (expected one value per cell)',
    );
  });

  it.each([
    [
      'a row without a kind',
      [...TIME, [null, null, 'lost', null]],
      'bad.xlsx:8, field "Time.kind": has no kind (expected question, option or answer)',
    ],
    ['a kind that is none', [...TIME, ['anwser', null, 'lost', null]], '"anwser" is not a kind of row'],
    [
      'an option before any question',
      [TIME[0], ['option', null, 'x', null]],
      'bad.xlsx:2, field "Time.kind": an option comes before any question',
    ],
    ['a row without text', [...TIME, ['answer', null, null, 'before']], 'bad.xlsx:8, field "Time.text": has no text'],
    ['a column renamed', [['kind', 'id', 'txt', 'concepts'], ...TIME.slice(1)], 'tab "Time" has no column "text"'],
  ])('%s', async (_what, rows, message) => {
    expect(
      await messageOf(readContext(await workbook('bad.xlsx', [SHEETS[0], { sheet: 'Time', rows: rows as Cell[][] }]), { taxonomy })),
    ).toContain(message);
  });

  const one = (category: object) => () =>
    composeContext(authoredContextSchema.parse({ id: 'x', title: 'x', theme: 'x', categories: [category] }) as AuthoredContext, {
      taxonomy,
      file: 'x.yaml',
    });
  const questions = [{ text: 'q1' }, { text: 'q2' }];

  it.each([
    [
      'a category with one question',
      { name: 'Time', questions: [{ text: 'q1' }], answers: ['a', 'b'] },
      'x.yaml: Time has one question (expected at least two, so that they share the answers)',
    ],
    ['a category without questions', { name: 'Time', questions: [], answers: ['a', 'b'] }, 'Time has no question'],
    ['an unknown category', { name: 'Tim', questions, answers: ['a', 'b'] }, '"Tim" is not a category'],
    ['one answer, twice', { name: 'Time', questions, answers: ['noon', 'Noon'] }, 'Time has one answer'],
    [
      'eleven emotions',
      { name: 'Emotions', questions, answers: 'abcdefghijk'.split('').map((letter) => `${letter}${letter}`) },
      'Emotions has 11 answers (expected at most 10)',
    ],
    [
      'an id given twice',
      {
        name: 'Time',
        questions,
        answers: [
          { id: 1, text: 'aa' },
          { id: 1, text: 'bb' },
        ],
      },
      'x.yaml, field "answers": the id 1 occurs twice',
    ],
  ])('%s', async (_what, category, message) => {
    expect(await messageOf(one(category))).toContain(message);
  });

  it('no such file, and a file that is none of ours', async () => {
    expect(await messageOf(readContext(join(folder, 'none.yaml'), { taxonomy }))).toContain('none.yaml: no such file');
    await writeFile(join(folder, 'x.doc'), '');
    expect(await messageOf(readContext(join(folder, 'x.doc'), { taxonomy }))).toContain('x.doc: is not an authored context');
    await writeFile(join(folder, 'no.xlsx'), 'no zip');
    expect(await messageOf(readContext(join(folder, 'no.xlsx'), { taxonomy }))).toContain('no.xlsx: is not a spreadsheet');
  });
});

describe('the checks', () => {
  it.each([
    ['10:00 AM', 'Time'],
    ['At 5 pm', 'Time'],
    ['June 4', 'Time'],
    ['On Saturday morning', 'Time'],
    ['About three hours', 'Time'],
    ['Two or three weeks', 'Time'],
    ['Three', 'Values'],
    ['About forty kilometres', 'Values'],
    ['350 euros', 'Values'],
    ['To save money', 'Goals'],
    ['Frustrated', 'Emotions'],
    ['A little sad', 'Emotions'],
    ['After eating breakfast', null],
    ['A sandwich', null],
    ['To the school gate', null],
  ])('%s has the form of %s', (text, category) => {
    expect(valueType(text, taxonomy)).toBe(category);
  });

  it('know duplicates, near-duplicates, and what only looks like one', () => {
    expect(sameness('About an hour', 'an hour')).toBe('same');
    expect(sameness('Pack the suitcases', 'Pack the suitcase')).toBe('near');
    expect(sameness('About four weeks', 'About five weeks')).toBeNull();
    expect(sameness('Sad', 'Mad')).toBeNull();
  });

  it('find each fault of a context', () => {
    const context = composeContext(
      {
        id: 'x',
        title: 'x',
        theme: 'x',
        categories: [
          {
            name: 'Activities',
            questions: [{ text: 'q1' }, { text: 'q2', concepts: ['phlogiston'] }],
            answers: [
              { text: 'At 5 pm' },
              { text: 'Pack the suitcases' },
              { text: 'Pack the suitcase' },
              { text: 'Read', concepts: ['sadness'] },
            ],
          },
          {
            name: 'Space',
            questions: Array.from({ length: 9 }, (_, i) => ({ text: `s${i}` })),
            answers: Array.from({ length: 9 }, (_, i) => ({ text: `In room ${'abcdefghi'[i]}` })),
          },
        ],
      },
      { taxonomy },
    ).context;
    const found = checkContext(context, { taxonomy });
    const messages = (rule: string) => found.filter((finding) => finding.rule === rule).map(({ message }) => message);
    expect(messages('value type')).toEqual([
      '"At 5 pm" is in Activities but has the form of Time',
      '"Read" is in Activities but is linked to concepts of Emotions',
    ]);
    expect(messages('near-duplicate answers')).toEqual(['Activities: "Pack the suitcases" and "Pack the suitcase" say nearly the same']);
    expect(messages('unknown concept')).toHaveLength(1);
    expect(messages('category balance')).toEqual(['Space has 81 pairs, Activities 8']);
    expect(messages('missing category')).toHaveLength(7);
    const labels = [
      { question: '1', label: true },
      { question: '1', label: false },
      { question: '2', label: false },
      { question: '3', label: true },
    ];
    expect(checkPlausible({ ...context, questions: context.questions.slice(0, 3) }, labels).map(({ rule, ids }) => [rule, ...ids])).toEqual(
      [
        ['no plausible answer', '2'],
        ['no implausible answer', '3'],
      ],
    );
  });
});
