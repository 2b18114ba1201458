/** The workbook that an annotator fills (Santos et al. 2022, section 4.2): guideline, context and theme, then one tab a category. */

import type { Cell, WrittenSheet } from '../../../files/index.ts';
import type { TgcsrContext } from '../context.ts';
import { annotationTabs } from './annotation-tabs.ts';
import { FITS, WORKBOOK_GUIDELINE } from './rate-guideline.ts';

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
