/** From rated pairs to labelled rows (Santos et al. 2022, sections 4.2 and 7); pairs without agreement are dropped. */
import type { LedgerRow } from '../../../core/index.ts';
import { bareTgcsrId, type TgcsrContext, tgcsrItemId } from '../context.ts';
import { type GroundTruthOptions, groundTruth, labelFields } from '../ground-truth.ts';
import type { PairRow } from '../item.ts';
import type { RatedPairs } from '../ratings/rated-pairs.ts';

export function labelPairs(
  context: TgcsrContext,
  rated: Pick<RatedPairs, 'pairs' | 'scale'>,
  options: GroundTruthOptions = {},
): { rows: PairRow[]; dropped: LedgerRow[] } {
  const { labels, removed } = groundTruth({ ...rated, annotators: [] }, options);
  const questions = new Map(context.questions.map((question) => [bareTgcsrId(question.id), question]));
  const answers = new Map(context.answers.map((answer) => [bareTgcsrId(answer.id), answer]));
  const seen = new Set(rated.pairs.map(({ id }) => id));
  return {
    rows: labels.map(({ pair, ...truth }) => ({
      id: pair.id,
      context: pair.context,
      category: pair.category,
      theme: context.theme,
      questionID: pair.question,
      question: questions.get(pair.question)?.text ?? '',
      answerID: pair.answer,
      answer: answers.get(pair.answer)?.text ?? '',
      ...labelFields({ pair, ...truth }),
    })),
    dropped: [
      ...pairsOf(context)
        .filter((id) => !seen.has(id))
        .map((id): LedgerRow => ({ step: 'read', rule: 'not rated', ids: [id] })),
      ...removed.map(({ pair, rule, value, limit }): LedgerRow => ({ step: 'filter', rule, ids: [pair.id], value, limit })),
    ],
  };
}

/** Every question with every answer of its category. */
function pairsOf(context: TgcsrContext): string[] {
  return context.questions.flatMap((question) =>
    context.answers
      .filter(({ category }) => category === question.category)
      .map((answer) => tgcsrItemId({ context: context.id, question: question.id, answer: answer.id })),
  );
}
