/** The workbook that an annotator fills in (Santos et al. 2022, section 4.2): guideline, context and theme, then one tab per category. */

import { createRandom } from '@sensebench/metrics/internal/core';
import type { Cell, WrittenSheet } from '../../../files/index.ts';
import type { TgcsrContext } from '../context.ts';

export const FITS = { 4: 'very good fit', 3: 'good fit', 2: 'not sure', 1: 'bad fit' } as const;

const RATE = `Rate every answer to every question on its own, by your own common sense:
4: very good fit. 3: good fit. 2: not sure. 1: bad fit.
Several answers may fit a question well. An answer that fits one question may be a bad fit for the next.
Leave a rating empty only if you cannot understand the question or the answer.
If you are uncertain, say why in the comment. Do not talk to the other annotators before everybody is done.`;

const READ = 'Read the context and the theme first; every question is about them.';

/** For a page that shows one answer at a time. */
export const GUIDELINE = `${READ}\n${RATE}`;

/** For a workbook with one tab per category. */
export const WORKBOOK_GUIDELINE = `${READ}\nThen go through the tabs one by one. Each tab has some questions and the same answers for all of them.\n${RATE}`;

export const FIRST_TAB = 'Read first';
export const RATING_COLUMNS = ['questionID', 'question', 'answerID', 'answer', 'rating', 'comment'];

const SCALE = Object.entries(FITS).reverse();

const RATING = {
  column: RATING_COLUMNS.indexOf('rating'),
  values: SCALE.map(([value]) => Number(value)),
  hint: `${SCALE.map(([value, fit]) => `${value}: ${fit}`).join('. ')}. Leave it empty if you cannot understand the question or the answer.`,
};

export function annotationWorkbook(context: TgcsrContext, { annotator, seed = 1 }: { annotator: string; seed?: number }): WrittenSheet[] {
  const about: Cell[][] = [
    ['context', context.title],
    ['theme', context.theme],
    ...WORKBOOK_GUIDELINE.split('\n').map((line, i): Cell[] => [i === 0 ? 'guidelines' : null, line]),
    ['annotator', annotator],
    ['contextID', context.id],
  ];
  return [
    { sheet: FIRST_TAB, rows: about },
    ...annotationTabs(context, { annotator, seed }).map(({ label, questions, answers }) => ({
      sheet: label,
      rows: [
        RATING_COLUMNS,
        ...questions.flatMap((question) =>
          answers.map((answer): Cell[] => [question.id, question.text, answer.id, answer.text, null, null]),
        ),
      ],
      dropDowns: [RATING],
    })),
  ];
}

/** A tab as an annotator sees it: questions with all answers of their category, without its name. */
interface AnnotationTab {
  label: string;
  questions: TgcsrContext['questions'];
  answers: TgcsrContext['answers'];
}

/**
 * The tabs of an annotator (Santos et al. 2022, section 4.2): one per category without its name, in a different order for each annotator.
 * One tab a category, called QuestionTab1, QuestionTab2, … in an order of the annotator's own.
 */
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
