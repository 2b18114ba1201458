/** The workbook that an annotator fills (Santos et al. 2022, section 4.2): guideline, context and theme, then one tab a category. */

import type { Cell, Sheet } from '../../../files/index.ts';
import type { TgcsrContext } from '../context.ts';
import { annotationTabs } from './annotation-tabs.ts';
import { GUIDELINE } from './rate-guideline.ts';

export const FIRST_TAB = 'Read first';
export const RATING_COLUMNS = ['questionID', 'question', 'answerID', 'answer', 'rating', 'comment'];

export function annotationWorkbook(context: TgcsrContext, { annotator, seed = 1 }: { annotator: string; seed?: number }): Sheet[] {
  const about: Cell[][] = [
    ['context', context.title],
    ['theme', context.theme],
    ...GUIDELINE.split('\n').map((line, i): Cell[] => [i === 0 ? 'guidelines' : null, line]),
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
    })),
  ];
}
