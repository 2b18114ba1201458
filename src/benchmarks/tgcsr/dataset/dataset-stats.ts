/** stats.json of a built TG-CSR dataset: figures of each split, human score, agreement, how labels depend on the threshold, findings. */

import type { Finding } from '../author/check-context.ts';
import { type GroundTruthOptions, type ThresholdRow, thresholdSensitivity } from '../ground-truth.ts';
import { type HumanCeiling, humanCeiling } from '../human-ceiling.ts';
import { toItem } from '../item.ts';
import { agreementByCategory, type RaterAgreement, raterAgreement } from '../rater-agreement.ts';
import type { RatedPairs } from '../ratings/rated-pairs.ts';
import { SPLITS } from '../read-split-of.ts';
import { type SplitFigures, splitFigures } from '../split-figures.ts';
import type { BuiltDataset } from '../steps/build-dataset.ts';

export interface DatasetStats {
  splits: Record<string, SplitFigures>;
  all: SplitFigures;
  ceiling: HumanCeiling;
  agreement: { overall: RaterAgreement; perCategory: Record<string, RaterAgreement> };
  sensitivity: ThresholdRow[];
  findings: Finding[];
}

export function datasetStats(
  { splits, rows, findings }: BuiltDataset,
  rated: RatedPairs,
  { truth, seed }: { truth: GroundTruthOptions; seed: number },
): DatasetStats {
  const splitOf = new Map(SPLITS.flatMap((split) => splits[split].map(({ id }) => [id, split] as const)));
  return {
    splits: Object.fromEntries(SPLITS.map((split) => [split, splitFigures(splits[split].map(toItem))])),
    all: splitFigures(rows.map(toItem)),
    ceiling: humanCeiling(rated, { seed, splitOf }),
    agreement: { overall: raterAgreement(rated), perCategory: agreementByCategory(rated) },
    sensitivity: thresholdSensitivity(rated, truth),
    findings,
  };
}
