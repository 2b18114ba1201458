/** A question–answer pair as evaluation sees it: theme, question and answer in, yes or no out (Santos et al. 2022, section 1). */

import { InputError, type Item } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { nameOf, parseWith, splitFile } from '../../files/index.ts';
import { tgcsrItemId } from './context.ts';
import { groundTruth } from './ground-truth.ts';
import { readTolerantRows } from './ratings/read-jsonl-ratings.ts';
import { readRatings } from './ratings/read-ratings.ts';

const LABELS = ['yes', 'no'] as const;
export type Label = (typeof LABELS)[number];

/** One line of a dataset folder's split; the label is absent where it is withheld. */
export const pairRowSchema = z.object({
  id: z.string().min(1).describe('context/question/answer'),
  context: z.string().min(1).describe('name of the context'),
  category: z.string().min(1).describe('one of the categories of the taxonomy'),
  theme: z.string().describe('what everybody reads first'),
  questionID: z.string().min(1).describe('number of the question'),
  question: z.string().min(1).describe('the question'),
  answerID: z.string().min(1).describe('number of the answer'),
  answer: z.string().min(1).describe('a candidate answer of the category'),
  label: z.enum(LABELS).optional().describe('yes: a good fit; no: a bad fit'),
  average: z.number().optional().describe('mean of the ratings'),
  ratings: z.number().int().optional().describe('how many ratings'),
  agreement: z.number().optional().describe('share of annotators on the side of the majority'),
  yesShare: z.number().optional().describe('share of annotators who say yes: their disagreement, beside the label'),
});
export type PairRow = z.infer<typeof pairRowSchema>;

interface TgcsrMeta extends Record<string, unknown> {
  context: string;
  category: string;
  questionID: string;
  answerID: string;
  /** The released ratings have ids in place of texts, which can be scored but not asked. */
  withoutTexts?: boolean;
  /** Share of annotators who say yes. */
  yesShare?: number;
}

export type TgcsrItem = Item<{ theme: string; question: string; answer: string }, TgcsrMeta>;

export const tgcsrItemSchema: z.ZodType<TgcsrItem> = z.object({
  id: z.string(),
  input: z.object({ theme: z.string(), question: z.string(), answer: z.string() }),
  references: z.array(z.string()),
  meta: z.looseObject({
    context: z.string(),
    category: z.string(),
    questionID: z.string(),
    answerID: z.string(),
    withoutTexts: z.boolean().optional(),
    yesShare: z.number().optional(),
  }),
});

export function toItem({ context, category, theme, questionID, question, answerID, answer, label, yesShare }: PairRow): TgcsrItem {
  return {
    id: tgcsrItemId({ context, question: questionID, answer: answerID }),
    input: { theme, question, answer },
    references: label ? [label] : [],
    meta: { context, category, questionID, answerID, ...(yesShare === undefined ? {} : { yesShare }) },
  };
}

/** Reads a split of a dataset folder, a file of it, or ratings in a released layout, whose mode is the label. */
export async function* readItems(path: string, { split }: { split?: string } = {}): AsyncGenerator<TgcsrItem> {
  const file = splitFile(path, split);
  if (!/\.jsonl(\.gz)?$|^-$/i.test(file)) return yield* readRatedItems(file);
  const { rows } = await readTolerantRows(file, nameOf(file));
  const first = rows[0]?.value;
  if (typeof first === 'object' && first !== null && ('labels' in first || 'gt' in first)) return yield* readRatedItems(file);
  const seen = new Set<string>();
  for (const { line, value } of rows) {
    const item = toItem(parseWith(pairRowSchema, value, { file: nameOf(file), line }));
    if (seen.has(item.id)) throw new InputError(`the pair ${item.id} occurs twice`, { file: nameOf(file), line });
    seen.add(item.id);
    yield item;
  }
}

async function* readRatedItems(path: string): AsyncGenerator<TgcsrItem> {
  const rated = await readRatings(path, { groundTruth: true });
  const { labels } = groundTruth(rated, { by: 'mode', minAgreement: 0, minRatings: 1 });
  for (const { pair, label, yesShare } of labels) {
    yield {
      id: pair.id,
      input: { theme: '', question: `question ${pair.question}`, answer: `answer ${pair.answer}` },
      references: [label ? 'yes' : 'no'],
      meta: {
        context: pair.context,
        category: pair.category,
        questionID: pair.question,
        answerID: pair.answer,
        withoutTexts: true,
        yesShare,
      },
    };
  }
}
