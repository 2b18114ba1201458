/** A context as people author it (Santos et al. 2022, section 4.1): theme, questions, and answers by category or question. */
import { z } from 'zod';

const id = z.union([z.int().nonnegative(), z.string().min(1)]).transform(String);
const text = z.string().trim().min(1);
const concepts = z.array(z.string().min(1)).optional();

const answerFields = { id: id.optional(), text, concepts, proposedBy: z.string().min(1).optional() };
const bare = text.transform((value) => ({ text: value }));
const answerSchema = z.union([bare, z.strictObject(answerFields)]);

export interface AuthoredAnswer {
  id?: string;
  text: string;
  concepts?: string[];
  /** The model that proposed it, where people accepted it from one. */
  proposedBy?: string;
}

export interface AuthoredOption extends AuthoredAnswer {
  /** The author's judgement of it as an answer to its question. */
  correct?: boolean;
}

const questionSchema = z.strictObject({
  id: id.optional(),
  text,
  concepts,
  /** Merged into the answers of the category, which all of its questions share. */
  options: z.array(z.union([bare, z.strictObject({ ...answerFields, correct: z.boolean().optional() })])).optional(),
  /** Answers of the category, by id or text, that are not options of this question. */
  correct: z.array(id).optional(),
  incorrect: z.array(id).optional(),
});

export const authoredContextSchema = z.strictObject({
  id: z.string().regex(/^[\p{L}\p{N}]+(-[\p{L}\p{N}]+)*$/u, 'an id is words joined by hyphens, like vacationing-abroad'),
  title: text,
  theme: text,
  /** The licence of the texts, like CC-BY-4.0. */
  licence: text.optional(),
  categories: z
    .array(z.strictObject({ name: z.string().min(1), questions: z.array(questionSchema), answers: z.array(answerSchema).default([]) }))
    .min(1),
});

export interface AuthoredQuestion {
  id?: string;
  text: string;
  concepts?: string[];
  options?: AuthoredOption[];
  correct?: string[];
  incorrect?: string[];
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
  licence?: string;
  categories: AuthoredCategory[];
}
