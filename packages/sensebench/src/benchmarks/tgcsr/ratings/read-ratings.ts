/** Reads ratings from CSV, XLSX or JSONL: released layouts, one rating per row, decisions, and completed annotation workbooks. */
import { basename, dirname, resolve } from 'node:path';
import { InputError, type PlacedDecision } from '@sensebench/metrics/internal/core';
import { type ReadDecisionsOptions, readDecisions } from '../../../annotate/index.ts';
import { nameOf, readCsv, readXlsx, type Sheet } from '../../../files/index.ts';
import { cellText, findMergedCells, sheetRecords } from '../sheets/sheet-records.ts';
import { FIRST_TAB, RATING_COLUMNS } from './annotation-workbook.ts';
import { collectRatings, RATE_TASK, type RatedPairs, ratingValueSchema, type Scale } from './rated-pairs.ts';
import { readJsonlRatings } from './read-jsonl-ratings.ts';
import { readValue, recordRatings, toRating } from './record-ratings.ts';

export interface RatingFileOptions {
  /** The name of the context. Default: that of the file. */
  context?: string;
  /** Also read the released ground truth. */
  groundTruth?: boolean;
  warn?(line: string): void;
}

export interface ReadRatingsOptions extends RatingFileOptions, Omit<ReadDecisionsOptions, 'datasets'> {
  scale?: Scale;
  /** The category of a question, for files that do not state it. */
  categoryOf?(question: string): string | undefined;
}

export async function readRatings(
  paths: string | readonly string[],
  { context, groundTruth, scale, categoryOf, ...reading }: ReadRatingsOptions = {},
): Promise<RatedPairs> {
  const read = (path: string, { warn }: { warn(line: string): void }) => readRatingFile(path, { context, groundTruth, warn });
  const files = typeof paths === 'string' ? [paths] : paths;
  const { current, all, replaced, otherTasks } = await readDecisions(files, { ...RATE_TASK, value: ratingValueSchema, read }, reading);
  const [other] = Object.keys(otherTasks);
  if (current.length === 0 && other)
    throw new InputError(`has decisions of the task ${other}`, { file: files[0], expected: RATE_TASK.name });
  if (replaced > 0) reading.warn?.(`${replaced} ratings were replaced by later ones of the same annotator and pair`);
  return collectRatings(all, { scale, categoryOf });
}

/** Each layout as decisions. */
export async function* readRatingFile(path: string, options: RatingFileOptions): AsyncGenerator<PlacedDecision> {
  yield* await ratingsIn(path, options);
}

async function ratingsIn(path: string, { context = contextName(path), warn, groundTruth }: RatingFileOptions): Promise<PlacedDecision[]> {
  const file = nameOf(path);
  const options = { file, context };
  if (/\.xlsx$/i.test(path)) {
    const [merged] = await findMergedCells(path);
    if (merged) throw new InputError(`tab "${merged.sheet}" has merged cells (${merged.range})`, { file, expected: 'one value per cell' });
    const sheets = await readXlsx(path);
    return readWorkbookRatings(sheets, file) ?? recordRatings(sheetRecords(sheets, file), options);
  }
  if (/\.jsonl(\.gz)?$/i.test(path)) return readJsonlRatings(path, { ...options, warn, groundTruth });
  const delimiter = /\.tsv(\.gz)?$/i.test(path) ? '\t' : ',';
  const records: { line: number; record: Record<string, string> }[] = [];
  for await (const row of readCsv(path, { delimiter })) {
    // Reports wrong columns at the first row instead of after all rows of a large file.
    if (records.push(row) === 1) recordRatings(records, options);
  }
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

/** Reads a completed annotation workbook; null where the workbook is of another kind. */
function readWorkbookRatings(sheets: readonly Sheet[], file: string): PlacedDecision[] | null {
  const first = sheets.find(({ sheet }) => sheet === FIRST_TAB);
  if (!first) {
    if (sheets.some(({ sheet }) => /^QuestionTab\d+$/.test(sheet)))
      throw new InputError(`has no tab "${FIRST_TAB}"; was it renamed?`, { file });
    return null;
  }
  const about = new Map(first.rows.map(([name = null, value = null]) => [cellText(name), cellText(value)]));
  const [annotator, context] = [about.get('annotator'), about.get('contextID')];
  if (!annotator || !context) throw new InputError(`tab "${FIRST_TAB}" has no ${annotator ? 'contextID' : 'annotator'}`, { file });
  return sheets.filter((sheet) => sheet !== first).flatMap((sheet) => readTab(sheet, { file, annotator, context }));
}

function readTab(sheet: Sheet, { file, annotator, context }: { file: string; annotator: string; context: string }): PlacedDecision[] {
  if (!/^QuestionTab\d+$/.test(sheet.sheet))
    throw new InputError(`tab "${sheet.sheet}" is renamed`, { file, expected: 'QuestionTab1, QuestionTab2, …' });
  const missing = RATING_COLUMNS.find((column) => column !== 'comment' && !sheet.rows[0]?.some((cell) => cellText(cell) === column));
  if (missing) throw new InputError(`tab "${sheet.sheet}" has no column "${missing}"`, { file, line: 1 });
  return sheetRecords([sheet], file).map(({ line, record }) => {
    const place = { file, line, field: `${sheet.sheet}.rating` };
    for (const column of ['questionID', 'answerID']) {
      if (!record[column]) throw new InputError('is empty', { ...place, field: `${sheet.sheet}.${column}` });
    }
    const comment = record.comment ? { comment: record.comment } : {};
    return toRating(
      { context, question: record.questionID, answer: record.answerID },
      { annotator, rating: readValue(record.rating, place), ...comment },
      place,
    );
  });
}
