/** A TG-CSR context (Santos et al. 2022, sections 3 and 4): theme, nine categories, questions, answer sets, ratings. */
import { z } from 'zod';

/** The nine representational areas, named as the released files name them ("Values" is values and quantities). */
export const TGCSR_CATEGORIES = [
  'Time',
  'Space',
  'Physical Entities',
  'Values',
  'Activities',
  'Goals',
  'Scheduling',
  'World States',
  'Emotions',
] as const;

export const tgcsrCategorySchema = z.enum(TGCSR_CATEGORIES);
export type TgcsrCategory = z.infer<typeof tgcsrCategorySchema>;

export const tgcsrQuestionSchema = z.object({
  id: z.string().min(1),
  category: z.string().min(1),
  text: z.string().min(1),
  /** Taxonomy concepts that the question is about. */
  concepts: z.array(z.string()).optional(),
  /** Answers by id that its author marked, before anybody rated them. */
  correct: z.array(z.string()).optional(),
  incorrect: z.array(z.string()).optional(),
});
export type TgcsrQuestion = z.infer<typeof tgcsrQuestionSchema>;

export const tgcsrAnswerSchema = z.object({
  id: z.string().min(1),
  category: z.string().min(1),
  text: z.string().min(1),
  concepts: z.array(z.string()).optional(),
  /** The model that proposed it. */
  proposedBy: z.string().optional(),
});
export type TgcsrAnswer = z.infer<typeof tgcsrAnswerSchema>;

export const tgcsrContextSchema = z.object({
  /** Like vacationing-abroad. */
  id: z.string().min(1),
  title: z.string().min(1),
  /** The paragraph that annotators and models read first. */
  theme: z.string().min(1),
  questions: z.array(tgcsrQuestionSchema),
  answers: z.array(tgcsrAnswerSchema),
});
export type TgcsrContext = z.infer<typeof tgcsrContextSchema>;

/** The id of a question or an answer without its prefix of letters: 12 for CV12. */
export function bareTgcsrId(id: string): string {
  return id.trim().replace(/^[A-Za-z]+(?=\d)/, '');
}

/** `context/question/answer`, with the ids of question and answer without their prefixes. */
export function tgcsrItemId({ context, question, answer }: { context: string; question: string; answer: string }): string {
  return `${context}/${bareTgcsrId(question)}/${bareTgcsrId(answer)}`;
}

/** The ids of all pairs: every question with every answer of its category. */
export function pairsOf(context: TgcsrContext): string[] {
  return context.questions.flatMap((question) =>
    context.answers
      .filter(({ category }) => category === question.category)
      .map((answer) => tgcsrItemId({ context: context.id, question: question.id, answer: answer.id })),
  );
}
