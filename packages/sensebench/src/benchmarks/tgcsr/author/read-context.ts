/** Reads an authored context: YAML, a workbook with one tab per category, or a folder with one CSV file per category. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { type Cell, missingFile, nameOf, readCsv, readXlsx, readYaml, type Sheet } from '../../../files/index.ts';
import { findMergedCells } from '../sheets/sheet-records.ts';
import type { Taxonomy } from '../taxonomy/taxonomy.ts';
import { type AuthoredContext, type AuthoredQuestion, authoredContextSchema } from './authored-context.ts';
import { sheetsToContext } from './sheets-to-context.ts';

export interface ReadContext {
  authored: AuthoredContext;
  /** The files that were read, to be hashed. */
  files: string[];
}

export async function readContext(path: string, { taxonomy }: { taxonomy: Taxonomy }): Promise<ReadContext> {
  if (!existsSync(path)) throw missingFile(path, { expected: 'YAML, XLSX, or a folder' });
  if (statSync(path).isDirectory()) return readFolder(path, taxonomy);
  if (/\.ya?ml$/i.test(path)) return { authored: await readYaml(path, authoredContextSchema), files: [path] };
  if (/\.xlsx$/i.test(path)) return { authored: await readWorkbook(path, taxonomy), files: [path] };
  throw new InputError('is not an authored context', { file: path, expected: 'a name that ends in .yaml, .yml or .xlsx, or a folder' });
}

async function readFolder(folder: string, taxonomy: Taxonomy): Promise<ReadContext> {
  const names = readdirSync(folder);
  const single = ['context.yaml', 'context.yml', 'context.xlsx'].find((name) => names.includes(name));
  if (single) {
    const read = await readContext(join(folder, single), { taxonomy });
    if (!names.includes('plausibility.yaml')) return read;
    const path = join(folder, 'plausibility.yaml');
    return { authored: await withPlausibility(read.authored, path), files: [...read.files, path] };
  }
  const tabs = names.filter((name) => /\.csv$/i.test(name)).sort();
  if (!tabs.some((name) => /^context\.csv$/i.test(name))) {
    throw new InputError('holds no authored context', {
      file: folder,
      expected: 'context.yaml, context.xlsx, or context.csv with one CSV file per category',
    });
  }
  const sheets: Sheet[] = [];
  for (const name of tabs) sheets.push({ sheet: basename(name).replace(/\.csv$/i, ''), rows: await readCells(join(folder, name)) });
  return { authored: sheetsToContext(sheets, { file: nameOf(folder), taxonomy }), files: tabs.map((name) => join(folder, name)) };
}

async function readWorkbook(path: string, taxonomy: Taxonomy): Promise<AuthoredContext> {
  const [merged] = await findMergedCells(path);
  if (merged)
    throw new InputError(`tab "${merged.sheet}" has merged cells (${merged.range})`, {
      file: nameOf(path),
      expected: 'one value per cell',
    });
  return sheetsToContext(await readXlsx(path), { file: nameOf(path), taxonomy });
}

async function readCells(path: string): Promise<Cell[][]> {
  const rows: Cell[][] = [];
  for await (const { record } of readCsv(path)) {
    if (rows.length === 0) rows.push(Object.keys(record));
    rows.push(Object.values(record).map((value) => (value === '' ? null : value)));
  }
  return rows;
}

const plausibilitySchema = z.record(z.string(), z.record(z.string(), z.int().min(1).max(4)));

/** Ratings of 3 and 4 (good fit) become the mark `correct`, 1 (bad fit) becomes `incorrect`, and 2 (not sure) becomes no mark. */
async function withPlausibility(authored: AuthoredContext, path: string): Promise<AuthoredContext> {
  const judged = new Map(Object.entries(await readYaml(path, plausibilitySchema)));
  const mark = (question: AuthoredQuestion): AuthoredQuestion => {
    const fits = Object.entries(judged.get(question.id ?? '') ?? {});
    judged.delete(question.id ?? '');
    const of = (keep: (fit: number) => boolean) => fits.filter(([, fit]) => keep(fit)).map(([answer]) => answer);
    return {
      ...question,
      correct: [...(question.correct ?? []), ...of((fit) => fit >= 3)],
      incorrect: [...(question.incorrect ?? []), ...of((fit) => fit === 1)],
    };
  };
  const categories = authored.categories.map((category) => ({ ...category, questions: category.questions.map(mark) }));
  const [unknown] = judged.keys();
  if (unknown !== undefined)
    throw new InputError(`judges question ${unknown}, which the context does not have`, {
      file: nameOf(path),
      expected: 'ids of context.yaml',
    });
  return { ...authored, categories };
}
