/** Ratings from rows with named columns: one column per annotator as in the released CSV, or one rating a row. */
import { InputError, type InputErrorPlace } from '../../../core/index.ts';
import type { PlacedRecord } from '../sheets/sheet-records.ts';
import type { PlacedRating } from './rated-pairs.ts';

export interface RecordOptions {
  file: string;
  context: string;
  categoryOf?(question: string): string | undefined;
}

const QUESTION = ['questionID', 'question'];
const ANSWER = ['answerID', 'answer'];
/** Columns that name no annotator. */
const OTHER = new Set([...QUESTION, ...ANSWER, 'category', 'context', 'theme', 'split', 'questionText', 'answerText', 'comment']);

export function recordRatings(records: readonly PlacedRecord[], options: RecordOptions): PlacedRating[] {
  return records.flatMap((row) => ratingsOfRecord(row, options));
}

function ratingsOfRecord({ line, record }: PlacedRecord, { file, context: fallback, categoryOf }: RecordOptions): PlacedRating[] {
  const place = { file, line };
  const question = demand(record, QUESTION, place);
  const answer = demand(record, ANSWER, place);
  const category = record.category?.trim() || categoryOf?.(question);
  if (!category) throw new InputError('has no category', { ...place, field: 'category', expected: 'a column, or --author' });
  const base = { context: record.context?.trim() || fallback, question, answer, category };
  const comment = record.comment?.trim() ? { comment: record.comment.trim() } : {};
  if ('annotator' in record) {
    const annotator = demand(record, ['annotator'], place);
    const field = 'rating' in record ? 'rating' : 'value';
    return [
      {
        rating: { ...base, annotator, value: readValue(record[field] ?? '', { ...place, field }), ...comment },
        place: { ...place, field },
      },
    ];
  }
  const annotators = Object.keys(record).filter((name) => !OTHER.has(name) && !/ comment$/.test(name) && name.trim() !== '');
  if (annotators.length === 0)
    throw new InputError('no column is an annotator', { ...place, expected: 'columns answerID, questionID, category, A, B, …' });
  return annotators.map((annotator) => {
    const said = record[`${annotator} comment`]?.trim();
    return {
      rating: {
        ...base,
        annotator,
        value: readValue(record[annotator], { ...place, field: annotator }),
        ...(said ? { comment: said } : {}),
      },
      place: { ...place, field: annotator },
    };
  });
}

function demand(record: Record<string, string>, names: readonly string[], place: InputErrorPlace): string {
  const name = names.find((each) => record[each] !== undefined);
  if (name === undefined)
    throw new InputError(`has no column ${names[0]}`, { ...place, expected: 'columns answerID, questionID, category, A, B, …' });
  const value = record[name].trim();
  if (value === '') throw new InputError('is empty', { ...place, field: name });
  return value;
}

/** An empty cell, NaN and NA are gaps. */
export function readValue(text: string, place: InputErrorPlace): number | null {
  const trimmed = text.trim();
  if (/^(nan|na|null|none)?$/i.test(trimmed)) return null;
  const value = Number(trimmed);
  if (Number.isNaN(value)) throw new InputError(`"${trimmed.slice(0, 40)}" is no rating`, { ...place, expected: '1–4, or 0 and 1' });
  return value;
}
