/** Reads a filled annotation workbook back; null where the workbook is of another kind. */
import { InputError, type PlacedDecision } from '../../../core/index.ts';
import type { Sheet } from '../../../files/index.ts';
import { cellText, sheetRecords } from '../sheets/sheet-records.ts';
import { FIRST_TAB, RATING_COLUMNS } from './annotation-workbook.ts';
import { readValue, toRating } from './record-ratings.ts';

export function readWorkbookRatings(sheets: readonly Sheet[], file: string): PlacedDecision[] | null {
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
