import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sheet, writeXlsx } from '../../../files/index.ts';
import type { TgcsrContext } from '../context.ts';
import { readRatingsOf } from '../ratings-options.ts';
import { annotationWorkbook } from './annotation-workbook.ts';
import { annotationTabs, FITS, GUIDELINES, TASKS } from './task.ts';

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
  it('is a Likert scale of four with a comment, and shows its guidelines', () => {
    const [task] = TASKS;
    expect(task.value.safeParse({ rating: 4, comment: 'sure' }).success).toBe(true);
    expect(task.value.safeParse({ rating: null }).success).toBe(true);
    expect(task.value.safeParse({ rating: 5 }).success).toBe(false);
    for (const [value, name] of Object.entries(FITS)) expect(GUIDELINES).toContain(`${value}: ${name}`);
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

  it('are refused with a renamed tab, an unknown id, another context, or a second workbook of the same annotator', async () => {
    const sheets = fill(annotationWorkbook(context, { annotator: 'A' }));
    const read = (path: string, of = context) => readRatingsOf(of, path);
    await expect(read(await write('tab.xlsx', [sheets[0], { ...sheets[1], sheet: 'Time' }]))).rejects.toThrow(
      'tab "Time" is renamed (expected QuestionTab1, QuestionTab2, …)',
    );
    await expect(read(await write('first.xlsx', sheets.slice(1)))).rejects.toThrow('has no tab "Read first"; was it renamed?');
    const strange = (column: number, value: string) => [
      sheets[0],
      { sheet: 'QuestionTab1', rows: [sheets[1].rows[0], sheets[1].rows[2].map((cell, i) => (i === column ? value : cell))] },
    ];
    await expect(read(await write('q.xlsx', strange(0, '99')))).rejects.toThrow('question 99 is unknown');
    await expect(read(await write('a.xlsx', strange(2, '99')))).rejects.toThrow('answer 99 is unknown in umbrella');
    const path = await write('one.xlsx', sheets);
    await expect(readRatingsOf({ ...context, id: 'other' }, path)).rejects.toThrow('rates the context "umbrella" (expected other)');
    await expect(readRatingsOf(context, [path, path])).rejects.toThrow(/annotator A rated question \d+ with answer \d+ twice/);
  });

  it('are refused where an answer of another category is rated', async () => {
    const sheets = fill(annotationWorkbook(context, { annotator: 'A' }));
    const [header, row] = [sheets[1].rows[0], [...sheets[1].rows[2]]];
    row[2] = context.answers.find(({ category }) => category !== context.questions.find(({ id }) => id === row[0])?.category)?.id ?? '';
    await expect(
      readRatingsOf(context, await write('mixed.xlsx', [sheets[0], { sheet: 'QuestionTab1', rows: [header, row] }])),
    ).rejects.toThrow(/answer \d+ is in \w+, but question \d+ is in \w+/);
  });
});
