/** The step from rated pairs to labelled rows (Santos et al. 2022, sections 4.2 and 7); pairs without agreement are dropped. */
import { z } from 'zod';
import { defineStep, type LedgerRow, type Shard } from '../../../core/index.ts';
import { bareTgcsrId, type TgcsrContext, tgcsrItemId } from '../context.ts';
import { groundTruth, labelFields } from '../ground-truth.ts';
import type { PairRow } from '../item.ts';
import type { RatedPair } from '../ratings/rated-pairs.ts';

/** Reads the context and its rated pairs. */
export const truthStep = defineStep({
  name: 'truth',
  version: 2,
  options: z.object({
    scale: z.enum(['likert', 'binary']),
    by: z.enum(['average', 'mode']).optional(),
    threshold: z.number().optional(),
    minAgreement: z.number().optional(),
    minRatings: z.number().optional(),
  }),
  over: 'all',
  run(shards: readonly Shard<TgcsrContext | RatedPair>[], { scale, ...options }): Shard<PairRow> {
    const rows = shards.flatMap((shard) => shard.rows);
    const context = rows.find((row) => 'theme' in row);
    if (!context) throw new Error('there is no context');
    const pairs = rows.filter((row) => 'values' in row);
    const { labels, removed } = groundTruth({ scale, annotators: [], pairs }, options);
    const questions = new Map(context.questions.map((question) => [bareTgcsrId(question.id), question]));
    const answers = new Map(context.answers.map((answer) => [bareTgcsrId(answer.id), answer]));
    const seen = new Set(pairs.map(({ id }) => id));
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
  },
});

/** Every question with every answer of its category. */
function pairsOf(context: TgcsrContext): string[] {
  return context.questions.flatMap((question) =>
    context.answers
      .filter(({ category }) => category === question.category)
      .map((answer) => tgcsrItemId({ context: context.id, question: question.id, answer: answer.id })),
  );
}
