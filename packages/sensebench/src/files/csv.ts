/** Reads and writes CSV and TSV: rows by header name, with line numbers. The packages are loaded with the first file. */

import { InputError } from '@sensebench/metrics/internal/core';
import type { Parser } from 'csv-parse';
import { nameOf } from './open-file.ts';
import { readLines } from './read-lines.ts';
import { writeFileAtomic } from './write-file.ts';

export interface CsvOptions {
  delimiter?: string;
  /** Column names for a file without a header line. */
  header?: readonly string[];
}

/** An unclosed quote would collect all lines after it. */
const LONGEST_RECORD = 16 * 1024 * 1024;

export async function* readCsv(
  path: string,
  { delimiter = ',', header }: CsvOptions = {},
): AsyncGenerator<{ line: number; record: Record<string, string> }> {
  const file = nameOf(path);
  const { CsvError, parse } = await import('csv-parse');
  const parser = parse({
    delimiter,
    columns: header ? [...header] : (names: string[]) => distinct(names, file),
    bom: true,
    info: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_RECORD,
    relax_quotes: delimiter === '\t',
  });
  const feeding = feed(path, parser).catch((error: unknown) => parser.destroy(error instanceof Error ? error : new Error(String(error))));
  let rows = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: Record<string, string>; info: { lines: number } }>) {
      rows++;
      yield { line: info.lines, record };
    }
  } catch (error) {
    if (error instanceof CsvError) {
      const line = 'lines' in error && typeof error.lines === 'number' ? error.lines : undefined;
      throw new InputError(`is not CSV: ${error.message}`, { file, line });
    }
    throw error;
  } finally {
    parser.destroy();
    await feeding;
  }
  if (rows === 0) throw new InputError('has no rows', { file, expected: header ? 'CSV' : 'CSV with a header line' });
}

/** All records of a text, including the header. `line` is the last line of a record. */
export async function parseCsv(
  text: string,
  { file, delimiter = ',' }: { file: string; delimiter?: string },
): Promise<{ line: number; fields: string[] }[]> {
  const { CsvError } = await import('csv-parse');
  const { parse } = await import('csv-parse/sync');
  try {
    const records: { line: number; fields: string[] }[] = [];
    parse(text, {
      delimiter,
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: LONGEST_RECORD,
      on_record: (fields: string[], { lines }) => {
        records.push({ line: lines, fields });
        return null;
      },
    });
    return records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = 'lines' in error && typeof error.lines === 'number' ? error.lines : undefined;
    throw new InputError(`is not CSV: ${error.message}`, { file, line });
  }
}

/** Of two columns with the same name, one would hide the other. */
function distinct(names: string[], file: string): string[] {
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new InputError(`has two columns named "${twice}"`, { file, line: 1 });
  return names;
}

async function feed(path: string, parser: Parser): Promise<void> {
  let goOn = () => {};
  // One pair of listeners for the whole file: a listener per wait would stay until the end.
  parser.on('drain', () => goOn()).on('close', () => goOn());
  for await (const { text } of readLines(path)) {
    if (parser.destroyed) return;
    if (!parser.write(`${text}\n`))
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
  }
  parser.end();
}

export async function formatCsv(rows: readonly Record<string, unknown>[], columns?: readonly string[]): Promise<string> {
  const { stringify } = await import('csv-stringify/sync');
  return stringify([...rows], { header: true, ...(columns ? { columns: [...columns] } : {}) });
}

export async function writeCsv(path: string, rows: readonly Record<string, unknown>[], columns?: readonly string[]): Promise<void> {
  await writeFileAtomic(path, await formatCsv(rows, columns));
}
