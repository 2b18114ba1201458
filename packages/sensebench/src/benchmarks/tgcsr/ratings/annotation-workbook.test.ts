import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tools } from '@sensebench/metrics/internal/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sheet, writeXlsx } from '../../../files/index.ts';
import type { TgcsrContext } from '../context.ts';
import { readRatingsOf } from '../ratings-options.ts';
import { rateTask } from '../tasks/rate.ts';
import { annotationTabs, annotationWorkbook, FITS, WORKBOOK_GUIDELINE } from './annotation-workbook.ts';

const context: TgcsrContext = {
  id: 'umbrella',
  title: 'A lost umbrella',
  theme: 'Ida left her umbrella on the bus.',
  questions: ['Time', 'Space', 'Goals', 'Values'].flatMap((category, i) =>
    [1, 2].map((n) => ({ id: String(10 * i + n), category, text: `question ${i} ${n}` })),
  ),
  answers: ['Time', 'Space', 'Goals', 'Values'].flatMap((category, i) =>
    [1, 2, 3].map((n) => ({ id: String(10 * i + n), category, text: `answer ${i} ${n}` })),
  ),
};

const shown = { theme: 'a theme', question: 'a question', answer: 'an answer' };
const tools: Tools = { tokens: () => [], analyse: async () => [] };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-annotate-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Rates every pair 1 + question number mod 4, with a gap and a comment. */
function fill(sheets: Sheet[]): Sheet[] {
  return sheets.map(({ sheet, rows }, tab) =>
    tab === 0
      ? { sheet, rows }
      : {
          sheet,
          rows: rows.map((row, i) =>
            i === 0 ? row : [...row.slice(0, 4), tab === 1 && i === 1 ? null : 1 + (Number(row[0]) % 4), i === 2 ? 'unsure' : null],
          ),
        },
  );
}

async function write(name: string, sheets: Sheet[]): Promise<string> {
  const path = join(folder, name);
  await writeXlsx(path, sheets);
  return path;
}

describe('the task', () => {
  it('is a Likert scale of four with a comment, and shows its guideline', async () => {
    const refused = async (rating: number | null) => (await rateTask.check?.({ rating }, shown, tools))?.length;
    expect(await Promise.all([4, 1, null, 5, 0, 2.5].map(refused))).toEqual([0, 0, 0, 1, 1, 1]);
    expect(rateTask.value.parse({ rating: 4, comment: 'sure' })).toEqual({ rating: 4, comment: 'sure' });
    // Older decisions are bare numbers.
    expect(rateTask.value.parse(3)).toEqual({ rating: 3 });
    for (const [value, name] of Object.entries(FITS)) expect(WORKBOOK_GUIDELINE).toContain(`${value}: ${name}`);
  });

  it('hides the names of categories, and gives each annotator an order of tabs of their own', () => {
    const text = JSON.stringify(annotationWorkbook(context, { annotator: 'A' }));
    for (const category of ['Time', 'Space', 'Goals', 'Values']) expect(text).not.toContain(category);
    const order = (annotator: string) => annotationTabs(context, { annotator }).map(({ questions }) => questions[0].category);
    expect(annotationTabs(context, { annotator: 'A' }).map(({ label }) => label)).toEqual([
      'QuestionTab1',
      'QuestionTab2',
      'QuestionTab3',
      'QuestionTab4',
    ]);
    expect(order('A')).toEqual(order('A'));
    expect(new Set(['A', 'B', 'C', 'D', 'E', 'F'].map((annotator) => order(annotator).join())).size).toBeGreaterThan(1);
  });

  it('has every pair of every category, after context, theme and guidelines', () => {
    const [first, ...tabs] = annotationWorkbook(context, { annotator: 'A' });
    expect(first.rows[0]).toEqual(['context', 'A lost umbrella']);
    expect(first.rows[1]).toEqual(['theme', context.theme]);
    expect(tabs.reduce((sum, { rows }) => sum + rows.length - 1, 0)).toBe(4 * 2 * 3);
  });
});

describe('filled workbooks', () => {
  it('come back as ratings, with gaps and comments', async () => {
    const paths = await Promise.all(
      ['A', 'B'].map((annotator) => write(`${annotator}.xlsx`, fill(annotationWorkbook(context, { annotator })))),
    );
    const rated = await readRatingsOf(context, paths);
    expect(rated).toMatchObject({ scale: 'likert', annotators: ['A', 'B'] });
    expect(rated.pairs).toHaveLength(24);
    const gaps = rated.pairs.flatMap(({ values }) => values).filter((value) => value === null);
    expect(gaps).toHaveLength(2);
    expect(rated.pairs.find(({ id }) => id === 'umbrella/2/3')).toMatchObject({ category: 'Time', values: [3, 3] });
    expect(rated.pairs.flatMap(({ comments }) => Object.values(comments))).toHaveLength(8);
  });

  it('are refused with a renamed tab or for another context', async () => {
    const sheets = fill(annotationWorkbook(context, { annotator: 'A' }));
    const read = (path: string, of = context) => readRatingsOf(of, path);
    await expect(read(await write('tab.xlsx', [sheets[0], { ...sheets[1], sheet: 'Time' }]))).rejects.toThrow(
      'tab "Time" is renamed (expected QuestionTab1, QuestionTab2, …)',
    );
    await expect(read(await write('first.xlsx', sheets.slice(1)))).rejects.toThrow('has no tab "Read first"; was it renamed?');
    const path = await write('one.xlsx', sheets);
    await expect(readRatingsOf({ ...context, id: 'other' }, path)).rejects.toThrow(
      /no decision is on an item of this dataset; the first is on "umbrella\/\d+\/\d+"/,
    );
  });

  it('are read without pairs that the context does not have, and say so', async () => {
    const sheets = fill(annotationWorkbook(context, { annotator: 'A' }));
    const [, question] = sheets[1].rows[1];
    const category = context.questions.find(({ text }) => text === question)?.category;
    const elsewhere = context.answers.find((answer) => answer.category !== category)?.id ?? '';
    const [header, first, second, third] = sheets[1].rows;
    const strange = [['99', ...first.slice(1)], second.map((cell, i) => (i === 2 ? elsewhere : cell)), third];
    const warnings: string[] = [];
    const path = await write('strange.xlsx', [sheets[0], { sheet: 'QuestionTab1', rows: [header, ...strange] }]);
    const { pairs } = await readRatingsOf(context, path, { warn: (line) => warnings.push(line) });
    expect(pairs).toHaveLength(1);
    expect(warnings).toEqual([expect.stringMatching(/^2 of 3 decisions are on items outside this dataset, like "umbrella\/99\/\d+"$/)]);
  });

  it('replace what the same annotator rated in an earlier one', async () => {
    const sheets = fill(annotationWorkbook(context, { annotator: 'A' }));
    const changed = sheets.map(({ sheet, rows }, tab) => ({
      sheet,
      rows: tab === 0 ? rows : rows.map((row, i) => (i === 0 ? row : [...row.slice(0, 4), 4, null])),
    }));
    const warnings: string[] = [];
    const { pairs } = await readRatingsOf(context, [await write('old.xlsx', sheets), await write('new.xlsx', changed)], {
      warn: (line) => warnings.push(line),
    });
    expect(pairs.flatMap(({ values }) => values)).toEqual(pairs.map(() => 4));
    expect(warnings).toEqual(['24 ratings were replaced by later ones of the same annotator and pair']);
  });
});
