/** The annotation task (Santos et al. 2022, section 4.2): how well an answer fits a question, from 1 to 4, after reading context and theme. */
import { z } from 'zod';
import { type AnnotationTask, createRandom } from '../../../core/index.ts';
import type { TgcsrContext } from '../context.ts';

export const FITS = { 4: 'very good fit', 3: 'good fit', 2: 'not sure', 1: 'bad fit' } as const;

export const GUIDELINES = `Read the context and the theme first; every question is about them.
Then go through the tabs one by one. Each tab has some questions and the same answers for all of them.
Rate every answer to every question on its own, by your own common sense:
4: very good fit. 3: good fit. 2: not sure. 1: bad fit.
Several answers may fit a question well. An answer that fits one question may be a bad fit for the next.
Leave a rating empty only if you cannot understand the question or the answer.
If you are uncertain, say why in the comment. Do not talk to the other annotators before everybody is done.`;

const ratingValueSchema = z.object({ rating: z.int().min(1).max(4).nullable(), comment: z.string().optional() });

export const TASKS: readonly AnnotationTask[] = [
  { name: 'rate-fit', summary: 'how well each answer fits each question, 1 to 4', guidelines: GUIDELINES, value: ratingValueSchema },
  {
    name: 'review-generated',
    summary: 'whether a generated answer that matches none of the answer set is a good fit',
    guidelines: 'Read the context and the theme first. Say whether the answer is a good fit for the question: yes or no.',
    value: z.enum(['yes', 'no']),
  },
];

/** A tab as an annotator sees it: no category name, questions with all answers of their category. */
export interface AnnotationTab {
  label: string;
  questions: TgcsrContext['questions'];
  answers: TgcsrContext['answers'];
}

/** One tab a category, called QuestionTab1, QuestionTab2, … in an order of the annotator's own. */
export function annotationTabs(context: TgcsrContext, { annotator, seed = 1 }: { annotator: string; seed?: number }): AnnotationTab[] {
  const categories = [...new Set(context.questions.map(({ category }) => category))];
  return createRandom(`${seed}/${context.id}/${annotator}`)
    .shuffle(categories)
    .map((category, i) => ({
      label: `QuestionTab${i + 1}`,
      questions: context.questions.filter((question) => question.category === category),
      answers: context.answers.filter((answer) => answer.category === category),
    }));
}
