/** Ratings from rows with named columns: one column per annotator as in the released CSV, or one rating per row. */

import { InputError, type InputErrorPlace, type PlacedDecision } from '@sensebench/metrics/internal/core';
import { recordToDecision } from '../../../annotate/index.ts';
import { tgcsrItemId } from '../context.ts';
import type { PlacedRecord } from '../sheets/sheet-records.ts';
import { RATE_TASK, type RatingValue } from './rated-pairs.ts';

export interface RecordOptions {
  file: string;
  /** The context of rows that do not name one. */
  context: string;
}

/** One rating as a decision. */
export function toRating(
  pair: { context: string; question: string; answer: string },
  { annotator, ...value }: RatingValue & { annotator: string },
  place: InputErrorPlace,
): PlacedDecision<RatingValue> {
  return { task: RATE_TASK.name, item: tgcsrItemId(pair), annotator, value, place };
}

const QUESTION = ['questionID', 'question'];
const ANSWER = ['answerID', 'answer'];
/** Columns other than those of annotators. */
const OTHER = new Set([...QUESTION, ...ANSWER, 'category', 'context', 'theme', 'split', 'questionText', 'answerText', 'comment']);

export function recordRatings(records: readonly PlacedRecord[], options: RecordOptions): PlacedDecision[] {
  return records.flatMap((row) => ratingsOfRecord(row, options));
}

function ratingsOfRecord({ line, record }: PlacedRecord, { file, context }: RecordOptions): PlacedDecision[] {
  const place = { file, line };
  if ('item' in record) return [recordToDecision(record, RATE_TASK.name, place)];
  const pair = {
    context: record.context?.trim() || context,
    question: demand(record, QUESTION, place),
    answer: demand(record, ANSWER, place),
  };
  const category = record.category?.trim() ? { category: record.category.trim() } : {};
  if ('annotator' in record) {
    const annotator = demand(record, ['annotator'], place);
    const at = { ...place, field: 'rating' in record ? 'rating' : 'value' };
    const comment = record.comment?.trim() ? { comment: record.comment.trim() } : {};
    return [toRating(pair, { annotator, rating: readValue(record[at.field] ?? '', at), ...comment, ...category }, at)];
  }
  const annotators = Object.keys(record).filter((name) => !OTHER.has(name) && !/ comment$/.test(name) && name.trim() !== '');
  if (annotators.length === 0)
    throw new InputError('no column is an annotator', { ...place, expected: 'columns answerID, questionID, category, A, B, …' });
  return annotators.map((annotator) => {
    const at = { ...place, field: annotator };
    const said = record[`${annotator} comment`]?.trim();
    return toRating(pair, { annotator, rating: readValue(record[annotator], at), ...(said ? { comment: said } : {}), ...category }, at);
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

/** Empty cells, NaN and NA are missing ratings. */
export function readValue(text: string, place: InputErrorPlace): number | null {
  const trimmed = text.trim();
  if (/^(nan|na|null|none)?$/i.test(trimmed)) return null;
  const value = Number(trimmed);
  if (Number.isNaN(value)) throw new InputError(`"${trimmed.slice(0, 40)}" is not a rating`, { ...place, expected: '1–4, or 0 and 1' });
  return value;
}
