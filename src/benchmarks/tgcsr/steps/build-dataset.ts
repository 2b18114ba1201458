/** From an authored context and its ratings to labelled pairs in splits, with a ledger (Santos et al. 2022, sections 4–7). */
import { collect, type StepRunner } from '../../../build/steps/index.ts';
import type { Keys, LedgerRow } from '../../../core/index.ts';
import type { AuthoredContext } from '../author/authored-context.ts';
import { checkContext, checkPlausible, checkSplits, type Finding } from '../author/check-context.ts';
import { checkMarks, type MarkCheck } from '../author/check-marks.ts';
import type { ComposeOptions, MergedAnswer } from '../author/compose-context.ts';
import type { TgcsrContext } from '../context.ts';
import type { GroundTruthOptions } from '../ground-truth.ts';
import type { PairRow } from '../item.ts';
import type { RatedPairs } from '../ratings/rated-pairs.ts';
import type { Split } from '../read-split-of.ts';
import type { SplitOptions } from '../splits.ts';
import type { Taxonomy } from '../taxonomy/taxonomy.ts';
import * as steps from './steps.ts';

export interface ComposedContext {
  context: TgcsrContext;
  merged: MergedAnswer[];
  keys: Keys<TgcsrContext>;
}

export interface BuildInput {
  composed: ComposedContext;
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

/** Ratings are read with the composed context at hand, so this comes first. */
export async function compose(
  authored: AuthoredContext,
  { taxonomy, ...options }: ComposeOptions,
  runner: StepRunner,
): Promise<ComposedContext> {
  const from = await runner.sources([{ name: 'context', read: () => [authored] }]);
  const { title, categories } = taxonomy;
  const keys = await runner.run(steps.compose, { ...options, taxonomy: { title, categories: [...categories] } }, from);
  const [context] = await collect(runner.rows(keys));
  const [merged] = await collect(runner.facts(keys));
  return { context, merged: merged as MergedAnswer[] & typeof merged, keys };
}

export async function buildDataset(
  { composed: { context, keys }, rated, taxonomy, truth = {}, split }: BuildInput,
  runner: StepRunner,
): Promise<BuiltDataset> {
  const pairs = await runner.sources([{ name: 'ratings', read: () => rated.pairs }]);
  const labelled = await runner.run(steps.truth, { scale: rated.scale, ...truth }, [...keys, ...pairs]);
  const splits: Record<Split, PairRow[]> = { train: [], dev: [], test: [] };
  for await (const { split: name, row } of runner.rows(await runner.run(steps.split, split, labelled))) splits[name].push(row);
  const rows = await collect(runner.rows(labelled));
  const findings = [
    ...checkContext(context, { taxonomy }),
    ...checkPlausible(
      context,
      rows.map(({ questionID, label }) => ({ question: questionID, label: label === 'yes' })),
    ),
    ...(split.stratify === 'size' ? [] : checkSplits(splits)),
  ];
  return { splits, rows, ledger: await collect(runner.ledger()), findings, marks: checkMarks(context, rows) };
}
