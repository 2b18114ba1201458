/** A candidate answer that a model proposed for a question (Santos et al. 2022, section 7.1: models may supplement human answers). */
import { z } from 'zod';
import type { Item } from '../../../core/index.ts';
import { readRows, sha256 } from '../../../files/index.ts';
import { foldText } from '../author/near-duplicates.ts';
import { bareTgcsrId } from '../context.ts';

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
  /** What an author should look at: the form of the answer is that of another category. */
  note: z.string().optional(),
});
export type Proposal = z.infer<typeof proposalSchema>;

export type ProposalItem = Item<
  { theme: string; question: string; answer: string },
  { category: string; questionID: string; model: string }
>;

/** What people say of a proposal that they take; without a mark where as many say correct as incorrect. */
export interface AcceptedAnswer {
  correct?: boolean;
}

/** The same text for the same question has the same id, whoever proposes it. */
export function proposalId(context: string, question: string, answer: string): string {
  return `${context}/${bareTgcsrId(question)}/p-${sha256(foldText(answer) || answer).slice(0, 8)}`;
}

export function toProposalItem({ id, theme, question, answer, category, questionID, model }: Proposal): ProposalItem {
  return { id, input: { theme, question, answer }, references: [], meta: { category, questionID, model } };
}

/** What several models proposed is one proposal that names them all. */
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
