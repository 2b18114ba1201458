/** Ratings as a table (Santos et al. 2022, section 4.2): one row per question–answer pair, one value per annotator. */

import { type Decision, InputError, type InputErrorPlace } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { bareTgcsrId, tgcsrItemId } from '../context.ts';

/** Likert 1–4 (4 very good fit, 3 good fit, 2 not sure, 1 bad fit), or labels that are already 0 or 1. */
export type Scale = 'likert' | 'binary';

const SCALES: Readonly<Record<Scale, { lowest: number; highest: number }>> = {
  likert: { lowest: 1, highest: 4 },
  binary: { lowest: 0, highest: 1 },
};

export interface RatedPair {
  /** context/question/answer */
  id: string;
  context: string;
  question: string;
  answer: string;
  category: string;
  /** In the order of the annotators; null for a missing rating. */
  values: (number | null)[];
  /** The final rating that settles a disagreement: it becomes the truth and does not count as an annotator's. */
  settled?: number;
  comments: Record<string, string>;
  place: InputErrorPlace;
}

export interface RatedPairs {
  scale: Scale;
  annotators: string[];
  pairs: RatedPair[];
}

/** A rating as a decision, with its place in the file where it was read from one. */
export interface Rating extends Decision<RatingValue> {
  place?: InputErrorPlace;
}

export interface CollectOptions {
  scale?: Scale;
  /** The category of a question, for ratings that do not state it. */
  categoryOf?(question: string): string | undefined;
}

/** Pairs and annotators keep the order in which they first appear. A value outside the scale is an InputError. */
export function collectRatings(ratings: readonly Rating[], { scale, categoryOf }: CollectOptions = {}): RatedPairs {
  if (ratings.length === 0) throw new InputError('there are no ratings');
  const known = scale ?? findScale(ratings);
  const annotators = [...new Set(ratings.filter(({ final }) => !final).map(({ annotator }) => annotator))];
  const column = new Map(annotators.map((annotator, i) => [annotator, i]));
  const pairs = new Map<string, RatedPair>();
  for (const { item, annotator, value, final, place = {} } of ratings) {
    const { context, question, answer } = partsOf(item, place);
    const category = value.category ?? categoryOf?.(question);
    if (!category) throw new InputError('has no category', { ...place, field: 'category', expected: 'a column, or --author' });
    const id = tgcsrItemId({ context, question, answer });
    const pair = pairs.get(id) ?? { id, context, question, answer, category, values: annotators.map(() => null), comments: {}, place };
    if (pair.category !== category) {
      throw new InputError(`question ${question} with answer ${answer} is in ${category} here and in ${pair.category} before`, place);
    }
    if (value.rating !== null) demandInScale(value.rating, known, place);
    if (!final) pair.values[column.get(annotator) ?? 0] = value.rating;
    else if (value.rating !== null) pair.settled = value.rating;
    if (value.comment) pair.comments[annotator] = value.comment;
    pairs.set(id, pair);
  }
  return { scale: known, annotators, pairs: [...pairs.values()] };
}

function partsOf(item: string, place: InputErrorPlace): { context: string; question: string; answer: string } {
  const parts = item.split('/');
  if (parts.length !== 3) throw new InputError(`"${item}" is not a pair`, { ...place, field: 'item', expected: 'context/question/answer' });
  return { context: parts[0], question: bareTgcsrId(parts[1]), answer: bareTgcsrId(parts[2]) };
}

/** Values above 1 are Likert ratings; 0 and 1 are labels. If all values are 1, the scale is ambiguous. */
function findScale(ratings: readonly Rating[]): Scale {
  const values = new Set(ratings.map(({ value }) => value.rating));
  values.delete(null);
  if (values.size === 0) throw new InputError('every rating is missing', { file: ratings[0].place?.file });
  if ([...values].some((value) => value !== 0 && value !== 1)) return 'likert';
  if (values.has(0)) return 'binary';
  throw new InputError('every rating is 1, which is a bad fit of 1–4 or a yes of 0/1', {
    file: ratings[0].place?.file,
    expected: '--scale likert or --scale binary',
  });
}

function demandInScale(value: number, scale: Scale, place: InputErrorPlace): void {
  const { lowest, highest } = SCALES[scale];
  if (Number.isInteger(value) && value >= lowest && value <= highest) return;
  throw new InputError(`the rating ${value} is outside ${lowest}–${highest}`, {
    ...place,
    expected: scale === 'likert' ? '4 very good fit, 3 good fit, 2 not sure, 1 bad fit' : '1 yes, 0 no',
  });
}

/** Yes or no: 3 and 4 are yes, 1 and 2 are no (section 6); a label is itself. */
export function collapse(value: number, scale: Scale, { threshold = 2.5 }: { threshold?: number } = {}): boolean {
  return scale === 'binary' ? value === 1 : value > threshold;
}

/** The categories in the order in which they appear. */
export function categoriesOf(pairs: readonly Pick<RatedPair, 'category'>[]): string[] {
  return [...new Set(pairs.map(({ category }) => category))];
}

export const RATE_TASK = { name: 'tgcsr/rate' } as const;

const ratingSchema = z
  .number()
  .nullable()
  .meta({
    title: 'How well does the answer fit?',
    labels: { 1: 'bad fit', 2: 'not sure', 3: 'good fit', 4: 'very good fit' },
  });

/** A bare number is a rating too. */
export const ratingValueSchema = z.union([
  ratingSchema.transform((rating): RatingValue => ({ rating })),
  z.object({
    rating: ratingSchema,
    comment: z.string().optional().meta({ control: 'longtext' }),
    category: z.string().min(1).optional().meta({ control: 'hidden' }),
  }),
]);

/** A rating (Santos et al. 2022, section 4.2): 4 very good fit, 3 good fit, 2 not sure, 1 bad fit; or a label 0 or 1. */
export interface RatingValue {
  /** Null for a missing rating. */
  rating: number | null;
  comment?: string;
  /** The category of the pair, if the file states it. */
  category?: string;
}
