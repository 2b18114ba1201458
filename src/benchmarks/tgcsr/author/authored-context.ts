/** A context as people author it (Santos et al. 2022, section 4.1): theme, questions, and answers by category or question. */
import { z } from 'zod';

const id = z.union([z.int().nonnegative(), z.string().min(1)]).transform(String);
const text = z.string().trim().min(1);
const concepts = z.array(z.string().min(1)).optional();

const answerSchema = z.union([text.transform((value) => ({ text: value })), z.strictObject({ id: id.optional(), text, concepts })]);
export type AuthoredAnswer = { id?: string; text: string; concepts?: string[] };

const questionSchema = z.strictObject({
  id: id.optional(),
  text,
  concepts,
  /** Merged into the answers of the category, which all of its questions share. */
  options: z.array(answerSchema).optional(),
});

export const authoredContextSchema = z.strictObject({
  id: z.string().regex(/^[\p{L}\p{N}]+(-[\p{L}\p{N}]+)*$/u, 'an id is words joined by hyphens, like vacationing-abroad'),
  title: text,
  theme: text,
  categories: z
    .array(z.strictObject({ name: z.string().min(1), questions: z.array(questionSchema), answers: z.array(answerSchema).default([]) }))
    .min(1),
});

interface AuthoredQuestion {
  id?: string;
  text: string;
  concepts?: string[];
  options?: AuthoredAnswer[];
}

export interface AuthoredCategory {
  name: string;
  questions: AuthoredQuestion[];
  answers: AuthoredAnswer[];
}

export interface AuthoredContext {
  id: string;
  title: string;
  theme: string;
  categories: AuthoredCategory[];
}
