/** Adds accepted proposals to a context: with their model's name, and marked where the context marks its options. */
import type { AuthoredContext } from '../author/authored-context.ts';
import { composeContext } from '../author/compose-context.ts';
import { bareTgcsrId, type TgcsrContext } from '../context.ts';
import type { Taxonomy } from '../taxonomy/taxonomy.ts';
import type { AcceptedAnswer, Proposal } from './proposal.ts';

/** All ids are written out, so that ratings of the old pairs stay theirs. */
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
  // Composing checks the limits of answer sets, merges what is there twice, and gives the new answers ids.
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
