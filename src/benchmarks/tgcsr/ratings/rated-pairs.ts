/** Ratings as every computation here reads them: one row per question–answer pair, one value per annotator (Santos et al. 2022, section 4.2). */

import { InputError, type InputErrorPlace } from '../../../core/index.ts';
import { bareTgcsrId, type TgcsrRating, tgcsrItemId } from '../context.ts';

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
  /** In the order of the annotators; null is a gap. */
  values: (number | null)[];
  comments: Record<string, string>;
  place: InputErrorPlace;
}

export interface RatedPairs {
  scale: Scale;
  annotators: string[];
  pairs: RatedPair[];
}

/** One rating and where it was read. */
export interface PlacedRating {
  rating: TgcsrRating;
  place: InputErrorPlace;
}

/** Pairs and annotators keep the order in which they first appear. A value outside the scale, or a second one by the same annotator, is an InputError. */
export function collectRatings(ratings: readonly PlacedRating[], { scale }: { scale?: Scale } = {}): RatedPairs {
  if (ratings.length === 0) throw new InputError('there are no ratings');
  const known = scale ?? findScale(ratings);
  const annotators = [...new Set(ratings.map(({ rating }) => rating.annotator))];
  const column = new Map(annotators.map((annotator, i) => [annotator, i]));
  const pairs = new Map<string, RatedPair>();
  const seen = new Set<string>();
  for (const { rating, place } of ratings) {
    const { context, category, annotator, value, comment } = rating;
    const [question, answer] = [bareTgcsrId(rating.question), bareTgcsrId(rating.answer)];
    const id = tgcsrItemId({ context, question, answer });
    const pair = pairs.get(id) ?? { id, context, question, answer, category, values: annotators.map(() => null), comments: {}, place };
    if (pair.category !== category) {
      throw new InputError(`question ${question} with answer ${answer} is in ${category} here and in ${pair.category} before`, place);
    }
    if (seen.has(`${id} ${annotator}`)) {
      throw new InputError(`annotator ${annotator} rated question ${question} with answer ${answer} twice`, place);
    }
    seen.add(`${id} ${annotator}`);
    if (value !== null) demandInScale(value, known, place);
    pair.values[column.get(annotator) ?? 0] = value;
    if (comment) pair.comments[annotator] = comment;
    pairs.set(id, pair);
  }
  return { scale: known, annotators, pairs: [...pairs.values()] };
}

/** Values above 1 are Likert ratings; 0 and 1 are labels. Ones alone could be either. */
function findScale(ratings: readonly PlacedRating[]): Scale {
  const values = new Set(ratings.map(({ rating }) => rating.value));
  values.delete(null);
  if (values.size === 0) throw new InputError('every rating is missing', { file: ratings[0].place.file });
  if ([...values].some((value) => value !== 0 && value !== 1)) return 'likert';
  if (values.has(0)) return 'binary';
  throw new InputError('every rating is 1, which is a bad fit of 1–4 or a yes of 0/1', {
    file: ratings[0].place.file,
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
