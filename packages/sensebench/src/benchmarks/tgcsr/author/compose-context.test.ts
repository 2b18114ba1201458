import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GORDON_HOBBS as taxonomy } from '../taxonomy/taxonomy.ts';
import { authoredContextSchema } from './authored-context.ts';
import { composeContext } from './compose-context.ts';
import { readContext } from './read-context.ts';
import { sheetsToContext } from './sheets-to-context.ts';

const compose = (questions: object[], answers: unknown[] = ['At nine']) =>
  composeContext(authoredContextSchema.parse({ id: 'x', title: 'X', theme: 'Rain.', categories: [{ name: 'Time', questions, answers }] }), {
    taxonomy,
    file: 'x.yaml',
  }).context.questions.map(({ correct, incorrect }) => ({ correct, incorrect }));

describe('marks of authors', () => {
  it('become ids of answers, from options and from lists of ids or texts', () => {
    const first = {
      text: 'When?',
      options: [
        { text: 'At noon', correct: true },
        { text: 'Never', correct: false },
      ],
    };
    expect(compose([first, { text: 'How late?', correct: ['at nine.'], incorrect: [2] }])).toEqual([
      { correct: ['1'], incorrect: ['2'] },
      { correct: ['3'], incorrect: ['2'] },
    ]);
  });

  it('are optional', () => {
    expect(compose([{ text: 'When?', options: ['At noon'] }, { text: 'How late?' }])).toEqual([{}, {}]);
  });

  it('need one correct answer to every question, of its own category, and not both marks', () => {
    const marked = { text: 'When?', options: [{ text: 'At noon', correct: true }] };
    expect(() => compose([marked, { text: 'How late?' }])).toThrow(
      'x.yaml: question "How late?" has no option that is marked correct (expected at least one for every question, once options are marked)',
    );
    expect(() => compose([marked, { text: 'How late?', correct: ['Blue'] }])).toThrow(
      'question "How late?" marks "Blue" (expected an answer of Time)',
    );
    expect(() => compose([marked, { text: 'How late?', correct: ['At noon'], incorrect: ['at noon'] }])).toThrow(
      'question "How late?" marks "At noon" correct and incorrect',
    );
  });

  it('are a column of a workbook', () => {
    const rows = [
      ['kind', 'text', 'correct'],
      ['question', 'When?', null],
      ['option', 'At noon', 'yes'],
      ['option', 'Never', 'no'],
      ['option', 'Soon', null],
    ];
    const about = {
      sheet: 'Context',
      rows: [
        ['id', 'x'],
        ['title', 'X'],
        ['theme', 'Rain.'],
      ],
    };
    const read = (body: (string | null)[][]) => sheetsToContext([about, { sheet: 'Time', rows: body }], { file: 'x.xlsx', taxonomy });
    expect(read(rows).categories[0].questions[0].options).toEqual([
      { text: 'At noon', correct: true },
      { text: 'Never', correct: false },
      { text: 'Soon' },
    ]);
    expect(() => read([...rows, ['option', 'Later', 'maybe']])).toThrow('x.xlsx:6, field "Time.correct": "maybe" is not a mark');
  });

  it('are read from plausibility.yaml beside the context: 3 and 4 are correct, 1 is not, 2 says nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sensebench-marks-'));
    const questions = '[{ id: 7, text: When? }, { id: 8, text: How late? }]';
    const answers = '[{ id: 1, text: Now }, { id: 2, text: Never }, { id: 3, text: Soon }]';
    await writeFile(
      join(folder, 'context.yaml'),
      `id: x\ntitle: X\ntheme: Rain.\ncategories:\n  - name: Time\n    questions: ${questions}\n    answers: ${answers}\n`,
    );
    await writeFile(join(folder, 'plausibility.yaml'), '7: { 1: 4, 2: 1, 3: 2 }\n8: { 1: 1, 2: 1, 3: 3 }\n');
    const { authored, files } = await readContext(folder, { taxonomy });
    expect(files).toHaveLength(2);
    expect(composeContext(authored, { taxonomy }).context.questions).toMatchObject([
      { correct: ['1'], incorrect: ['2'] },
      { correct: ['3'], incorrect: ['1', '2'] },
    ]);
    await writeFile(join(folder, 'plausibility.yaml'), '7: { 1: 4 }\n9: { 1: 1 }\n');
    await expect(readContext(folder, { taxonomy })).rejects.toThrow(
      /plausibility\.yaml: judges question 9, which the context does not have/,
    );
    await rm(folder, { recursive: true });
  });
});
