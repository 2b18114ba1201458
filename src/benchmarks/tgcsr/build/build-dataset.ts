/** From a composed context and its ratings to labelled pairs in splits, with a ledger (Santos et al. 2022, sections 4–7). */
import type { LedgerRow } from '../../../core/index.ts';
import { checkContext, checkPlausible, checkSplits, type Finding } from '../author/check-context.ts';
import { checkMarks, type MarkCheck } from '../author/check-marks.ts';
import type { MergedAnswer } from '../author/compose-context.ts';
import type { TgcsrContext } from '../context.ts';
import type { GroundTruthOptions } from '../ground-truth.ts';
import type { PairRow } from '../item.ts';
import type { RatedPairs } from '../ratings/rated-pairs.ts';
import { assignSplits, type Split, type SplitOptions } from '../splits.ts';
import type { Taxonomy } from '../taxonomy/taxonomy.ts';
import { labelPairs } from './label-pairs.ts';

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
  /** null where the author marked nothing. */
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
