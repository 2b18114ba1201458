/** Ratings from JSON Lines: the released labels per annotator (with bare NaN for missing ones), one rating per line, or decisions. */

import { InputError, type PlacedDecision } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { toDecision } from '../../../annotate/index.ts';
import { parseJson, parseWith, readLines } from '../../../files/index.ts';
import { type RecordOptions, toRating } from './record-ratings.ts';

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

interface JsonlOptions extends RecordOptions {
  /** Also reads the released ground truth as ratings, which is enough for the labels although no single annotator gave them. */
  groundTruth?: boolean;
  warn?(line: string): void;
}

export async function readJsonlRatings(path: string, options: JsonlOptions): Promise<PlacedDecision[]> {
  const { rows, gaps } = await readTolerantRows(path, options.file);
  if (rows.length === 0) throw new InputError('has no rows', { file: options.file, expected: 'JSON Lines' });
  if (gaps > 0) options.warn?.(`${options.file}: ${gaps} bare NaN, which is not JSON, read as missing`);
  return rows.flatMap(({ line, value }) => ratingsOfRow(value, { ...options, line }));
}

function ratingsOfRow(row: unknown, { file, context, groundTruth = false, line }: JsonlOptions & { line: number }): PlacedDecision[] {
  const place = { file, line };
  if (isObject(row) && ('labels' in row || 'gt' in row)) {
    const { labels, gt = [], questionID, answerID, category } = parseWith(releasedRowSchema, row, place);
    if (!labels && !groundTruth)
      throw new InputError('holds ground truth, which nobody rated', { ...place, field: 'gt', expected: 'labels' });
    return (labels ?? gt).map(({ annotatorID, label: rating }) =>
      toRating(
        { context, question: questionID, answer: answerID },
        { annotator: annotatorID, rating, category },
        { ...place, field: annotatorID },
      ),
    );
  }
  if (isObject(row) && 'item' in row) return [toDecision(row, place)];
  const { question, answer, annotator, value, comment, category, ...given } = parseWith(ratingLineSchema, row, place);
  const rating = { annotator, rating: value, ...(comment ? { comment } : {}), ...(category ? { category } : {}) };
  return [toRating({ context: given.context ?? context, question, answer }, rating, { ...place, field: 'value' })];
}

/** Reads JSON Lines in which a value may be a bare NaN. */
export async function readTolerantRows(path: string, file: string): Promise<{ rows: { line: number; value: unknown }[]; gaps: number }> {
  const rows: { line: number; value: unknown }[] = [];
  let gaps = 0;
  for await (const { line, text } of readLines(path)) {
    if (text.trim() === '') continue;
    // Matches long parts of a string at once, because a step per character would overflow the stack.
    const strict = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|\bNaN\b/g, (found) => {
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
