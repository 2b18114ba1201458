/** A candidate answer that a model proposed for a question (Santos et al. 2022, section 7.1: models may supplement human answers). */

import type { Item } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { readRows, sha256 } from '../../../files/index.ts';
import type { AuthoredContext } from '../author/authored-context.ts';
import { composeContext } from '../author/compose-context.ts';
import { foldText } from '../author/near-duplicates.ts';
import { bareTgcsrId, type TgcsrContext } from '../context.ts';
import type { Taxonomy } from '../taxonomy/taxonomy.ts';

export const proposalSchema = z.object({
  id: z.string().min(1),
  context: z.string().min(1),
  category: z.string().min(1),
  theme: z.string(),
  questionID: z.string().min(1),
  question: z.string().min(1),
  answer: z.string().min(1),
  /** The runner's id. */
  model: z.string().min(1),
  /** A hint for the author where the form of the answer suggests another category. */
  note: z.string().optional(),
});
export type Proposal = z.infer<typeof proposalSchema>;

export type ProposalItem = Item<
  { theme: string; question: string; answer: string },
  { category: string; questionID: string; model: string }
>;

/** The mark of an accepted proposal; none if as many people chose correct as incorrect. */
export interface AcceptedAnswer {
  correct?: boolean;
}

/** The same text for the same question has the same id, whichever model proposes it. */
export function proposalId(context: string, question: string, answer: string): string {
  return `${context}/${bareTgcsrId(question)}/p-${sha256(foldText(answer) || answer).slice(0, 8)}`;
}

export function toProposalItem({ id, theme, question, answer, category, questionID, model }: Proposal): ProposalItem {
  return { id, input: { theme, question, answer }, references: [], meta: { category, questionID, model } };
}

/** An answer that several models proposed becomes one proposal that names them all. */
export async function readProposals(paths: readonly string[]): Promise<Proposal[]> {
  const found = new Map<string, Proposal>();
  for (const path of paths) {
    for (const row of await readRows(path, proposalSchema)) {
      const known = found.get(row.id);
      const model = known && !known.model.split(', ').includes(row.model) ? `${known.model}, ${row.model}` : (known?.model ?? row.model);
      found.set(row.id, { ...row, model });
    }
  }
  return [...found.values()];
}

/** All ids are written out, so that existing ratings stay with their pairs. */
export function acceptProposals(
  context: TgcsrContext,
  accepted: readonly { proposal: Proposal; value: AcceptedAnswer }[],
  { taxonomy, file }: { taxonomy: Taxonomy; file?: string },
): AuthoredContext {
  const marks = context.questions.some(({ correct }) => correct);
  const authored = toAuthored(context);
  for (const { proposal, value } of accepted) {
    const category = authored.categories.find(({ name }) => name === proposal.category);
    const question = category?.questions.find(({ id }) => bareTgcsrId(id ?? '') === bareTgcsrId(proposal.questionID));
    if (!category || !question) continue;
    category.answers.push({ text: proposal.answer, proposedBy: proposal.model });
    if (marks && value.correct !== undefined) {
      const key = value.correct ? 'correct' : 'incorrect';
      question[key] = [...(question[key] ?? []), proposal.answer];
    }
  }
  // Composing checks the limits of answer sets, merges duplicates, and assigns ids to the new answers.
  return toAuthored(composeContext(authored, { taxonomy, file }).context);
}

function toAuthored({ id, title, theme, questions, answers }: TgcsrContext): AuthoredContext {
  const categories = [...new Set(questions.map(({ category }) => category))];
  return {
    id,
    title,
    theme,
    categories: categories.map((name) => ({
      name,
      questions: questions.filter(({ category }) => category === name).map(({ category: _category, ...question }) => question),
      answers: answers.filter(({ category }) => category === name).map(({ category: _category, ...answer }) => answer),
    })),
  };
}
