/** From a composed context and its ratings to labelled pairs in splits, with the ledger of what fell out (Santos et al. 2022, sections 4.2, 5.2 and 7). */

import type { LedgerRow } from '../../../core/index.ts';
import { checkContext, checkPlausible, type Finding } from '../author/check-context.ts';
import type { MergedAnswer } from '../author/compose-context.ts';
import { bareTgcsrId, pairsOf, type TgcsrContext } from '../context.ts';
import { type GroundTruthOptions, groundTruth } from '../ground-truth.ts';
import type { PairRow } from '../item.ts';
import type { RatedPairs } from '../ratings/rated-pairs.ts';
import type { Split } from '../read-split-of.ts';
import { assignSplits, type SplitOptions } from '../splits.ts';
import type { Taxonomy } from '../taxonomy/taxonomy.ts';

export interface BuildInput {
  context: TgcsrContext;
  merged: readonly MergedAnswer[];
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
}

export function buildDataset({ context, merged, rated, taxonomy, truth = {}, split }: BuildInput): BuiltDataset {
  const { labels, removed } = groundTruth(rated, truth);
  const questions = new Map(context.questions.map((question) => [bareTgcsrId(question.id), question]));
  const answers = new Map(context.answers.map((answer) => [bareTgcsrId(answer.id), answer]));
  const splitOf = assignSplits(
    labels.map(({ pair }) => pair),
    split,
  );
  const splits: Record<Split, PairRow[]> = { train: [], dev: [], test: [] };
  const rows: PairRow[] = [];
  for (const { pair, label, average, ratings, agreement } of labels) {
    const row: PairRow = {
      id: pair.id,
      context: pair.context,
      category: pair.category,
      theme: context.theme,
      questionID: pair.question,
      question: questions.get(pair.question)?.text ?? '',
      answerID: pair.answer,
      answer: answers.get(pair.answer)?.text ?? '',
      label: label ? 'yes' : 'no',
      average: Math.round(average * 1e5) / 1e5,
      ratings,
      agreement: Math.round(agreement * 1e5) / 1e5,
    };
    rows.push(row);
    splits[splitOf.get(pair.id) ?? 'test'].push(row);
  }
  const seen = new Set(rated.pairs.map(({ id }) => id));
  const ledger: LedgerRow[] = [
    ...merged.map(({ text, into, intoText }) => ({ step: 'read' as const, rule: 'duplicate answer', ids: [into], text, value: intoText })),
    ...pairsOf(context)
      .filter((id) => !seen.has(id))
      .map((id) => ({ step: 'read' as const, rule: 'not rated', ids: [id] })),
    ...removed.map(({ pair, rule, value, limit }) => ({ step: 'filter' as const, rule, ids: [pair.id], value, limit })),
  ];
  const findings = [
    ...checkContext(context, { taxonomy }),
    ...checkPlausible(
      context,
      labels.map(({ pair, label }) => ({ question: pair.question, label })),
    ),
  ];
  return { splits, rows, ledger, findings };
}
