/** What a dataset folder is written from. */

import type { HumanCeiling } from '../actions/ceiling.ts';
import type { SplitFigures } from '../actions/stats.ts';
import type { Finding } from '../author/check-context.ts';
import type { TgcsrContext } from '../context.ts';
import type { GroundTruthOptions, ThresholdRow } from '../ground-truth.ts';
import type { RaterAgreement } from '../rater-agreement.ts';
import type { RatedPairs } from '../ratings/rated-pairs.ts';
import type { BuiltDataset } from '../steps/build-dataset.ts';
import type { Taxonomy } from '../taxonomy/taxonomy.ts';

export interface WriteInput {
  context: TgcsrContext;
  built: BuiltDataset;
  rated: RatedPairs;
  taxonomy: Taxonomy;
  truth: GroundTruthOptions;
  config: Record<string, unknown>;
  seed: number;
  sources: Record<string, string>;
  /** The ratings say that no person gave them. */
  simulated: boolean;
  licence: string;
  date: string;
  version: string;
}

export interface DatasetStats {
  splits: Record<string, SplitFigures>;
  all: SplitFigures;
  ceiling: HumanCeiling;
  agreement: { overall: RaterAgreement; perCategory: Record<string, RaterAgreement> };
  findings: Finding[];
  sensitivity: ThresholdRow[];
}
