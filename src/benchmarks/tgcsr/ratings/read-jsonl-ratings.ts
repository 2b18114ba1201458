/** Ratings from JSON Lines: the released labels per annotator (which write a gap as a bare NaN), one rating a line, or decisions. */
import { z } from 'zod';
import { decisionSchema } from '../../../annotate/index.ts';
import { InputError } from '../../../core/index.ts';
import { parseJson, parseWith, readLines } from '../../../files/index.ts';
import type { PlacedRating } from './rated-pairs.ts';
import { type RecordOptions, readValue } from './record-ratings.ts';

const label = z.number().nullable();

/** One line of `vacationing-abroad-mc.jsonl`; `-gt.jsonl` has `gt` in place of `labels`. */
export const releasedRowSchema = z
  .object({
    answerID: z.coerce.string().min(1),
    questionID: z.coerce.string().min(1),
    category: z.string().min(1),
    labels: z.array(z.object({ annotatorID: z.string().min(1), label })).optional(),
    gt: z.array(z.object({ annotatorID: z.string().min(1), label })).optional(),
  })
  .refine((row) => row.labels ?? row.gt, { message: 'has neither labels nor gt' });

const ratingLineSchema = z.object({
  context: z.string().optional(),
  question: z.coerce.string(),
  answer: z.coerce.string(),
  category: z.string().optional(),
  annotator: z.string().min(1),
  value: label,
  comment: z.string().optional(),
});

const decidedSchema = decisionSchema.extend({
  value: z.union([label, z.object({ rating: label, comment: z.string().optional() })]),
});

interface JsonlOptions extends RecordOptions {
  /** Takes the released ground truth for ratings: enough to know the labels, but no person gave them. */
  groundTruth?: boolean;
  warn?(line: string): void;
}

export async function readJsonlRatings(path: string, options: JsonlOptions): Promise<PlacedRating[]> {
  const { rows, gaps } = await readTolerantRows(path, options.file);
  if (rows.length === 0) throw new InputError('has no rows', { file: options.file, expected: 'JSON Lines' });
  if (gaps > 0) options.warn?.(`${options.file}: ${gaps} bare NaN, which is no JSON, read as missing`);
  return rows.flatMap(({ line, value }) => ratingsOfRow(value, { ...options, line }));
}

function ratingsOfRow(
  row: unknown,
  { file, context, categoryOf, groundTruth = false, line }: JsonlOptions & { line: number },
): PlacedRating[] {
  const place = { file, line };
  if (isObject(row) && ('labels' in row || 'gt' in row)) {
    const released = parseWith(releasedRowSchema, row, place);
    if (!released.labels && !groundTruth)
      throw new InputError('holds ground truth, which nobody rated', { ...place, field: 'gt', expected: 'labels' });
    return (released.labels ?? released.gt ?? []).map(({ annotatorID, label: value }) => ({
      rating: {
        context,
        question: released.questionID,
        answer: released.answerID,
        category: released.category,
        annotator: annotatorID,
        value,
      },
      place: { ...place, field: annotatorID },
    }));
  }
  if (isObject(row) && 'item' in row && 'task' in row) {
    const { item, annotator, value } = parseWith(decidedSchema, row, place);
    const parts = item.split('/');
    if (parts.length !== 3) throw new InputError(`"${item}" is no pair`, { ...place, field: 'item', expected: 'context/question/answer' });
    const given = isObject(value) ? value : { rating: value };
    const category = categoryOf?.(parts[1]);
    if (!category) throw new InputError(`question ${parts[1]} is unknown`, { ...place, field: 'item' });
    const rating = { context: parts[0], question: parts[1], answer: parts[2], category, annotator, value: given.rating };
    return [
      {
        rating: { ...rating, ...('comment' in given && given.comment ? { comment: given.comment } : {}) },
        place: { ...place, field: 'value' },
      },
    ];
  }
  const rating = parseWith(ratingLineSchema, row, place);
  const category = rating.category ?? categoryOf?.(rating.question);
  if (!category) throw new InputError('has no category', { ...place, field: 'category' });
  const value = rating.value === null ? null : readValue(String(rating.value), { ...place, field: 'value' });
  return [{ rating: { ...rating, context: rating.context ?? context, category, value }, place: { ...place, field: 'value' } }];
}

/** JSON Lines in which a value may be a bare NaN. */
export async function readTolerantRows(path: string, file: string): Promise<{ rows: { line: number; value: unknown }[]; gaps: number }> {
  const rows: { line: number; value: unknown }[] = [];
  let gaps = 0;
  for await (const { line, text } of readLines(path)) {
    if (text.trim() === '') continue;
    const strict = text.replace(/"(?:[^"\\]|\\.)*"|\bNaN\b/g, (found) => {
      if (found !== 'NaN') return found;
      gaps++;
      return 'null';
    });
    rows.push({ line, value: parseJson(strict, { file, line }) });
  }
  return { rows, gaps };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
