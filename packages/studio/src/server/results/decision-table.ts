/** The decisions of a study as a table for spreadsheets and data frames: a column for each part of the value, every version a row. */

import type { Column } from 'sensebench/internal/core';
import { parquetBytes } from 'sensebench/internal/files';
import { tableToCsv } from 'sensebench/internal/report';
import { type OpenStudy, studyTask } from '../studies/open-study.ts';
import { studyForm } from '../studies/show-item.ts';
import type { Studio } from '../studio.ts';
import { exportLines } from './decisions.ts';

type Row = Record<string, string | number | boolean | null>;

async function decisionsCsv(studio: Pick<Studio, 'sql'>, study: OpenStudy): Promise<string> {
  const rows = await decisionRows(studio, study);
  const columns: Column[] = [...new Set(rows.flatMap((row) => Object.keys(row)))].map((key) => ({ key, label: key }));
  return `${tableToCsv({ columns, rows })}\n`;
}

async function decisionsParquet(studio: Pick<Studio, 'sql'>, study: OpenStudy): Promise<Uint8Array> {
  return parquetBytes(await decisionRows(studio, study));
}

export const decisionsCsvTask = studyTask('decisions-csv', decisionsCsv);
export const decisionsParquetTask = studyTask('decisions-parquet', decisionsParquet);

async function decisionRows(studio: Pick<Studio, 'sql'>, study: OpenStudy): Promise<Row[]> {
  // The columns of the form come in its order, whatever the order in the database.
  const form: Row = Object.fromEntries(studyForm(study.task).fields.map(({ path }) => [path.join('.') || 'value', null]));
  const rows: Row[] = [];
  for await (const line of exportLines(studio, study)) {
    const { item, annotator, value, task, dataset, ...rest } = JSON.parse(line);
    rows.push({ item, annotator, ...form, ...flatten(value, ''), ...rest, task, dataset });
  }
  return rows;
}

/** `{ rating: 3, parts: { a: 1 } }` becomes the columns `rating` and `parts.a`; a value without parts is the column `value`. */
function flatten(value: unknown, path: string): Row {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const parts = Object.entries(value).map(([name, part]) => flatten(part, path === '' ? name : `${path}.${name}`));
    return Object.assign({}, ...parts);
  }
  const cell = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null;
  return { [path === '' ? 'value' : path]: cell ? value : JSON.stringify(value) };
}
