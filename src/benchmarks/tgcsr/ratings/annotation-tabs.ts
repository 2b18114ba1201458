/** The tabs of an annotator (Santos et al. 2022, section 4.2): one a category without its name, in an order of their own. */
import { createRandom } from '../../../core/index.ts';
import type { TgcsrContext } from '../context.ts';

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
