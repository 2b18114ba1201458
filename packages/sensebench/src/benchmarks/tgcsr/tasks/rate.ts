/** The rating task (Santos et al. 2022, section 4.2): how well an answer fits a question, from 1 to 4, after reading context and theme. */
import { createRandom, type Task } from '@sensebench/metrics/internal/core';
import { holdOutEach } from '../human-score.ts';
import type { TgcsrItem } from '../item.ts';
import { ratingsOutcome } from '../rater-agreement.ts';
import { GUIDELINE } from '../ratings/annotation-workbook.ts';
import { collectRatings, RATE_TASK, type RatingValue, ratingValueSchema } from '../ratings/rated-pairs.ts';
import { readRatingFile } from '../ratings/read-ratings.ts';

interface ShownPair {
  theme: string;
  question: string;
  answer: string;
}

export const rateTask: Task<ShownPair, RatingValue, TgcsrItem> = {
  ...RATE_TASK,
  title: 'How well does the answer fit the question?',
  summary: 'how well each answer fits each question, 1 to 4',
  guideline: GUIDELINE,
  people: 6,
  value: ratingValueSchema,
  /** The answers to a question form a group. The category is hidden, as in the paper's sheets. */
  list({ items, seed, count }) {
    const chosen = count === undefined ? items : createRandom(`${seed}/rate`).sample(items, count);
    return chosen.map(({ id, input, meta }) => ({
      id,
      group: `${meta.context}/${meta.questionID}`,
      hidden: { category: meta.category },
      shown: { ...input },
    }));
  },
  async check({ rating }) {
    const fits = rating === null || (Number.isInteger(rating) && rating >= 1 && rating <= 4);
    return fits ? [] : [{ refuse: true, text: 'a rating is 1, 2, 3 or 4' }];
  },
  read: readRatingFile,
  async aggregate({ items, decisions }) {
    const categories = new Map(items.map(({ id, hidden }) => [id.split('/')[1], String(hidden?.category ?? 'unknown')]));
    return ratingsOutcome(collectRatings(decisions, { categoryOf: (question) => categories.get(question) }));
  },
  /**
   * Each annotator in turn is the truth, the mode of the others the answer (section 6): the human score is the mean of F1 over annotators.
   * `annotator` in an item's meta is the one who was held out.
   */
  answers(decisions, items) {
    const byId = new Map(items.map((item) => [item.id, item]));
    const rated = collectRatings(decisions, { categoryOf: () => 'unknown' });
    return holdOutEach(rated).flatMap((held, i) => {
      const item = byId.get(rated.pairs[i].id);
      if (!item) return [];
      return held.flatMap((pair, place) => {
        if (!pair || pair.predicted === null) return [];
        const annotator = rated.annotators[place];
        const own = { ...item, id: `${item.id}/${annotator}`, references: [toLabel(pair.truth)], meta: { ...item.meta, annotator } };
        return [{ item: own, answer: toLabel(pair.predicted) }];
      });
    });
  },
};

function toLabel(yes: boolean): string {
  return yes ? 'yes' : 'no';
}
