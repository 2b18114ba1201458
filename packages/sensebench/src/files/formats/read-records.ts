/** Rows of a dataset file as objects: Parquet, CSV and TSV by their endings, and JSON Lines otherwise. */
import { readCsv } from '../csv.ts';
import { parseJson } from '../json.ts';
import { nameOf } from '../open-file.ts';
import { readParquet } from '../parquet.ts';
import { readLines } from '../read-lines.ts';

export interface Records {
  /** For messages. */
  file: string;
  records: AsyncIterable<{ line?: number; value: unknown }>;
}

export async function readRecords(path: string): Promise<Records> {
  const file = nameOf(path);
  const [, ending = ''] = /\.(parquet|csv|tsv)(?:\.gz)?$/i.exec(path) ?? [];
  const kind = ending.toLowerCase();
  if (kind === 'parquet') return { file, records: fromList(await readParquet(path)) };
  return { file, records: kind === '' ? jsonLines(path, file) : tableRows(path, kind === 'tsv' ? '\t' : ',') };
}

async function* fromList(values: readonly unknown[]): AsyncGenerator<{ value: unknown }> {
  for (const value of values) yield { value };
}

async function* jsonLines(path: string, file: string): AsyncGenerator<{ line: number; value: unknown }> {
  for await (const { line, text } of readLines(path)) if (text.trim() !== '') yield { line, value: parseJson(text, { file, line }) };
}

async function* tableRows(path: string, delimiter: string): AsyncGenerator<{ line: number; value: unknown }> {
  for await (const { line, record } of readCsv(path, { delimiter })) yield { line, value: record };
}
