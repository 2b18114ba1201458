/** Turns a composed context and its ratings into labelled pairs in splits, with a ledger (Santos et al. 2022, sections 4–7). */
import type { LedgerRow } from '@sensebench/metrics/internal/core';
import { checkContext, checkPlausible, checkSplits, type Finding } from '../author/check-context.ts';
import { checkMarks, type MarkCheck } from '../author/check-marks.ts';
import type { MergedAnswer } from '../author/compose-context.ts';
import { bareTgcsrId, type TgcsrContext, tgcsrItemId } from '../context.ts';
import { type GroundTruthOptions, groundTruth, labelFields } from '../ground-truth.ts';
import type { PairRow } from '../item.ts';
import type { RatedPairs } from '../ratings/rated-pairs.ts';
import { assignSplits, type Split, type SplitOptions } from '../splits.ts';
import type { Taxonomy } from '../taxonomy/taxonomy.ts';

export interface BuildInput {
  composed: { context: TgcsrContext; merged: readonly MergedAnswer[] };
  rated: RatedPairs;
  taxonomy: Taxonomy;
  truth?: GroundTruthOptions;
  split: SplitOptions;
}

export interface BuiltDataset {
  splits: Record<Split, PairRow[]>;
  /** All splits together, in the order of the ratings. */
  rows: PairRow[];
  ledger: LedgerRow[];
  findings: Finding[];
  /** Null where the author marked nothing. */
  marks: MarkCheck | null;
}

export function buildDataset({ composed: { context, merged }, rated, taxonomy, truth, split }: BuildInput): BuiltDataset {
  const { rows, dropped } = labelPairs(context, rated, truth);
  const splitOf = assignSplits(
    rows.map(({ id, questionID, category }) => ({ id, question: questionID, category })),
    split,
  );
  const splits: Record<Split, PairRow[]> = { train: [], dev: [], test: [] };
  for (const row of rows) splits[splitOf.get(row.id) ?? 'test'].push(row);
  const findings = [
    ...checkContext(context, { taxonomy }),
    ...checkPlausible(
      context,
      rows.map(({ questionID, label }) => ({ question: questionID, label: label === 'yes' })),
    ),
    ...(split.stratify === 'size' ? [] : checkSplits(splits)),
  ];
  const duplicates = merged.map(
    ({ text, into, intoText }): LedgerRow => ({ step: 'read', rule: 'duplicate answer', ids: [into], text, value: intoText }),
  );
  return { splits, rows, ledger: [...duplicates, ...dropped], findings, marks: checkMarks(context, rows) };
}

/** Turns rated pairs into labelled rows (Santos et al. 2022, sections 4.2 and 7) and drops pairs without agreement. */
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
