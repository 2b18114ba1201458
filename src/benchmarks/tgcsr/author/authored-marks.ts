/** Options that their author marked correct or not (Santos et al. 2022, section 4.1): at least one correct option a question. */
import { InputError } from '../../../core/index.ts';
import type { TgcsrContext, TgcsrQuestion } from '../context.ts';
import { foldText } from './near-duplicates.ts';

export interface AuthoredMark {
  /** Place of the question in the context. */
  question: number;
  /** Id or text of an answer of its category. */
  answer: string;
  correct: boolean;
}

/** The questions with the ids of their marked answers. Once a context marks options, every question needs one that is correct. */
export function resolveMarks(
  { questions, answers }: TgcsrContext,
  marks: readonly AuthoredMark[],
  place: { file?: string },
): TgcsrQuestion[] {
  if (marks.length === 0) return questions;
  return questions.map((question, at) => {
    const known = answers.filter(({ category }) => category === question.category);
    const chosen = new Map<string, boolean>();
    for (const { answer, correct } of marks.filter((mark) => mark.question === at)) {
      const found = known.find(({ id }) => id === answer) ?? known.find(({ text }) => foldText(text) === foldText(answer));
      if (!found)
        throw new InputError(`question "${question.text}" marks "${answer}"`, { ...place, expected: `an answer of ${question.category}` });
      if (chosen.get(found.id) === !correct)
        throw new InputError(`question "${question.text}" marks "${found.text}" correct and incorrect`, place);
      chosen.set(found.id, correct);
    }
    const marked = (correct: boolean) => [...chosen].filter(([, mark]) => mark === correct).map(([id]) => id);
    if (marked(true).length === 0)
      throw new InputError(`question "${question.text}" has no option that is marked correct`, {
        ...place,
        expected: 'at least one for every question, once options are marked',
      });
    return { ...question, correct: marked(true), ...(marked(false).length > 0 ? { incorrect: marked(false) } : {}) };
  });
}
