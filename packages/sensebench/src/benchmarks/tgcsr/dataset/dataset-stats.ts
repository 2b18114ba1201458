/** stats.json of a built TG-CSR dataset: splits, human score, agreement, disagreement, groups of people, marks, threshold, findings. */

import type { DatasetSource } from '../../../build/dataset/index.ts';
import type { Finding } from '../author/check-context.ts';
import type { MarkCheck } from '../author/check-marks.ts';
import type { BuiltDataset } from '../build/build-dataset.ts';
import type { TgcsrContext } from '../context.ts';
import { type Disagreement, disagreement } from '../disagreement.ts';
import { type GroundTruthOptions, type ThresholdRow, thresholdSensitivity } from '../ground-truth.ts';
import { type HumanCeiling, humanCeiling } from '../human-ceiling.ts';
import { toItem } from '../item.ts';
import type { PeopleFigures } from '../people-groups.ts';
import { agreementByCategory, type RaterAgreement, raterAgreement } from '../rater-agreement.ts';
import type { RatedPairs } from '../ratings/rated-pairs.ts';
import { SPLITS, type SplitFigures, splitFigures } from '../splits.ts';

import type { Taxonomy } from '../taxonomy/taxonomy.ts';

export interface DatasetStats {
  splits: Record<string, SplitFigures>;
  all: SplitFigures;
  ceiling: HumanCeiling;
  agreement: { overall: RaterAgreement; perCategory: Record<string, RaterAgreement> };
  /** Share of yes over all rated pairs, including those without agreement. */
  disagreement: Disagreement;
  /** By the annotators' background, where the owner declares columns. */
  people?: PeopleFigures;
  /** Authors' marks against the labels, where options are marked. */
  marks?: MarkCheck;
  sensitivity: ThresholdRow[];
  findings: Finding[];
}

export function datasetStats(
  { splits, rows, findings, marks }: BuiltDataset,
  rated: RatedPairs,
  { truth, seed, people }: { truth: GroundTruthOptions; seed: number; people?: PeopleFigures },
): DatasetStats {
  const splitOf = new Map(SPLITS.flatMap((split) => splits[split].map(({ id }) => [id, split] as const)));
  return {
    splits: Object.fromEntries(SPLITS.map((split) => [split, splitFigures(splits[split].map(toItem))])),
    all: splitFigures(rows.map(toItem)),
    ceiling: humanCeiling(rated, { seed, splitOf }),
    agreement: { overall: raterAgreement(rated), perCategory: agreementByCategory(rated) },
    disagreement: disagreement(rated),
    ...(people ? { people } : {}),
    ...(marks ? { marks } : {}),
    sensitivity: thresholdSensitivity(rated, truth),
    findings,
  };
}

/** The input of a TG-CSR dataset's content, card and page. */
export interface ContentInput {
  context: TgcsrContext;
  built: BuiltDataset;
  rated: RatedPairs;
  stats: DatasetStats;
  taxonomy: Taxonomy;
  truth: GroundTruthOptions;
  /** Whether a program made the ratings in place of people. */
  simulated: boolean;
  config: Record<string, unknown>;
  seed: number;
  sources: readonly DatasetSource[];
  version: string;
  licence?: string;
  url?: string;
  published?: string;
}

/** The part of the statistics that the card and the page show. */
export type DescribedInput = Pick<ContentInput, 'context' | 'built' | 'rated' | 'truth' | 'simulated' | 'stats'>;
