/** Reads a filled annotation workbook back; null where the workbook is of another kind. */
import { InputError } from '../../../core/index.ts';
import type { Sheet } from '../../../files/index.ts';
import type { PlacedRating } from '../ratings/rated-pairs.ts';
import { type RecordOptions, readValue } from '../ratings/record-ratings.ts';
import { cellText, sheetRecords } from '../sheets/sheet-records.ts';
import { FIRST_TAB, RATING_COLUMNS } from './annotation-workbook.ts';

export function readWorkbookRatings(sheets: readonly Sheet[], { file, categoryOf }: RecordOptions): PlacedRating[] | null {
  const first = sheets.find(({ sheet }) => sheet === FIRST_TAB);
  if (!first) {
    if (sheets.some(({ sheet }) => /^QuestionTab\d+$/.test(sheet)))
      throw new InputError(`has no tab "${FIRST_TAB}"; was it renamed?`, { file });
    return null;
  }
  const about = new Map(first.rows.map(([name = null, value = null]) => [cellText(name), cellText(value)]));
  const [annotator, context] = [about.get('annotator'), about.get('contextID')];
  if (!annotator || !context) throw new InputError(`tab "${FIRST_TAB}" has no ${annotator ? 'contextID' : 'annotator'}`, { file });
  return sheets.filter((sheet) => sheet !== first).flatMap((sheet) => readTab(sheet, { file, annotator, context, categoryOf }));
}

function readTab(sheet: Sheet, { file, annotator, context, categoryOf }: RecordOptions & { annotator: string }): PlacedRating[] {
  if (!/^QuestionTab\d+$/.test(sheet.sheet))
    throw new InputError(`tab "${sheet.sheet}" is renamed`, { file, expected: 'QuestionTab1, QuestionTab2, …' });
  const missing = RATING_COLUMNS.find((column) => column !== 'comment' && !sheet.rows[0]?.some((cell) => cellText(cell) === column));
  if (missing) throw new InputError(`tab "${sheet.sheet}" has no column "${missing}"`, { file, line: 1 });
  return sheetRecords([sheet], file).map(({ line, record }) => {
    const place = { file, line, field: `${sheet.sheet}.rating` };
    for (const column of ['questionID', 'answerID']) {
      if (!record[column]) throw new InputError('is empty', { ...place, field: `${sheet.sheet}.${column}` });
    }
    const category = categoryOf?.(record.questionID);
    if (!category)
      throw new InputError(`question ${record.questionID} is unknown`, {
        ...place,
        expected: 'a question of the context given with --author',
      });
    const comment = record.comment ? { comment: record.comment } : {};
    const rating = {
      context,
      question: record.questionID,
      answer: record.answerID,
      category,
      annotator,
      value: readValue(record.rating, place),
      ...comment,
    };
    return { rating, place };
  });
}
