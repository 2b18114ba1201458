/** TG-CSR's domain (Santos et al. 2022, sections 3 and 4): a context with a theme, nine categories, questions, one answer set per category, ratings. */
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
});
export type TgcsrQuestion = z.infer<typeof tgcsrQuestionSchema>;

export const tgcsrAnswerSchema = z.object({
  id: z.string().min(1),
  category: z.string().min(1),
  text: z.string().min(1),
  concepts: z.array(z.string()).optional(),
});
export type TgcsrAnswer = z.infer<typeof tgcsrAnswerSchema>;

export const tgcsrContextSchema = z.object({
  /** Like vacationing-abroad. */
  id: z.string().min(1),
  title: z.string().min(1),
  /** The paragraph that every annotator and model reads first. */
  theme: z.string().min(1),
  questions: z.array(tgcsrQuestionSchema),
  answers: z.array(tgcsrAnswerSchema),
});
export type TgcsrContext = z.infer<typeof tgcsrContextSchema>;

/** 4 very good fit, 3 good fit, 2 not sure, 1 bad fit; or a label that is already 0 or 1. */
export const tgcsrRatingSchema = z.object({
  context: z.string(),
  question: z.string(),
  answer: z.string(),
  category: z.string(),
  annotator: z.string(),
  /** null where the annotator left a gap. */
  value: z.number().nullable(),
  comment: z.string().optional(),
});
export type TgcsrRating = z.infer<typeof tgcsrRatingSchema>;

/** The number of a question or an answer without letters in front: CV12 is 12. */
export function bareTgcsrId(id: string): string {
  return id.trim().replace(/^[A-Za-z]+(?=\d)/, '');
}

/** `context/question/answer`, numbers without letters in front. */
export function tgcsrItemId({ context, question, answer }: { context: string; question: string; answer: string }): string {
  return `${context}/${bareTgcsrId(question)}/${bareTgcsrId(answer)}`;
}
