/** A question for a generative model: theme and question in, a free answer out (Santos et al. 2022, section 7.1). */

import type { Item } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import type { AnswerOption } from './generative/match-answer.ts';
import { readItems } from './item.ts';

interface QuestionMeta extends Record<string, unknown> {
  context: string;
  category: string;
  answers: AnswerOption[];
  withoutTexts?: boolean;
}

export type QuestionItem = Item<{ theme: string; question: string }, QuestionMeta>;

export const questionItemSchema: z.ZodType<QuestionItem> = z.object({
  id: z.string(),
  input: z.object({ theme: z.string(), question: z.string() }),
  references: z.array(z.string()),
  meta: z.looseObject({
    context: z.string(),
    category: z.string(),
    answers: z.array(z.object({ id: z.string(), text: z.string(), label: z.enum(['yes', 'no']).nullable() })),
  }),
});

/** The pairs of a dataset, question by question; the references are the answers whose label is yes. */
export async function* readQuestions(path: string, { split }: { split?: string } = {}): AsyncGenerator<QuestionItem> {
  const questions = new Map<string, QuestionItem>();
  for await (const { input, references, meta } of readItems(path, { split })) {
    const id = `${meta.context}/${meta.questionID}`;
    const question = questions.get(id) ?? {
      id,
      input: { theme: input.theme, question: input.question },
      references: [],
      meta: { context: meta.context, category: meta.category, answers: [], ...(meta.withoutTexts ? { withoutTexts: true } : {}) },
    };
    const label = references[0] === 'yes' || references[0] === 'no' ? references[0] : null;
    question.meta.answers.push({ id: meta.answerID, text: input.answer, label });
    if (label === 'yes') question.references.push(input.answer);
    questions.set(id, question);
  }
  yield* questions.values();
}
