/** Reads ratings from CSV, XLSX or JSONL: the released layouts, one rating a row, decisions of annotators, and filled annotation workbooks. */
import { basename, dirname, resolve } from 'node:path';
import { InputError } from '../../../core/index.ts';
import { nameOf, readCsv, readXlsx } from '../../../files/index.ts';
import { findMergedCells } from '../sheets/merged-cells.ts';
import { sheetRecords } from '../sheets/sheet-records.ts';
import { readWorkbookRatings } from '../tasks/read-workbook-ratings.ts';
import { collectRatings, type PlacedRating, type RatedPairs, type Scale } from './rated-pairs.ts';
import { readJsonlRatings } from './read-jsonl-ratings.ts';
import { recordRatings } from './record-ratings.ts';

export interface ReadRatingsOptions {
  /** The context's name; otherwise the file's. */
  context?: string;
  scale?: Scale;
  /** Whose category a question is in, for files that do not say. */
  categoryOf?(question: string): string | undefined;
  warn?(line: string): void;
  /** Also read the released ground truth. */
  groundTruth?: boolean;
}

export async function readRatings(paths: string | readonly string[], options: ReadRatingsOptions = {}): Promise<RatedPairs> {
  const ratings: PlacedRating[] = [];
  for (const path of typeof paths === 'string' ? [paths] : paths) ratings.push(...(await readFile(path, options)));
  return collectRatings(ratings, { scale: options.scale });
}

async function readFile(
  path: string,
  { context = contextName(path), categoryOf, warn, groundTruth }: ReadRatingsOptions,
): Promise<PlacedRating[]> {
  const file = nameOf(path);
  const options = { file, context, categoryOf };
  if (/\.xlsx$/i.test(path)) {
    const [merged] = await findMergedCells(path);
    if (merged) throw new InputError(`tab "${merged.sheet}" has merged cells (${merged.range})`, { file, expected: 'one value a cell' });
    const sheets = await readXlsx(path);
    return readWorkbookRatings(sheets, options) ?? recordRatings(sheetRecords(sheets, file), options);
  }
  if (/\.jsonl(\.gz)?$/i.test(path)) return readJsonlRatings(path, { ...options, warn, groundTruth });
  const delimiter = /\.tsv(\.gz)?$/i.test(path) ? '\t' : ',';
  const records: { line: number; record: Record<string, string> }[] = [];
  for await (const row of readCsv(path, { delimiter })) records.push(row);
  return recordRatings(records, options);
}

/** `vacationing-abroad-mc-ratings.csv` is of vacationing-abroad (mc and tf are two ways of rating it); `moving-house/ratings.csv` of moving-house. */
export function contextName(path: string): string {
  if (path === '-') return 'context';
  const base = basename(path)
    .replace(/\.gz$/i, '')
    .replace(/\.[a-z]+$/i, '');
  const name = base.replace(/-?(ratings|gt)$/, '').replace(/-(mc|tf)$/, '');
  return name || basename(dirname(resolve(path)));
}
