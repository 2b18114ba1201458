/** Ground truth from ratings (Santos et al. 2022, sections 4.2, 6, 7): average or mode, as yes or no, without pairs that lack agreement. */

import { modeLabel } from './human-score.ts';
import { collapse, type RatedPair, type RatedPairs, type Scale } from './ratings/rated-pairs.ts';

export interface GroundTruthOptions {
  by?: 'average' | 'mode';
  /** An average, or a single rating, above it is a yes (default: 2.5 for 1–4, 0.5 for 0/1). */
  threshold?: number;
  /** The share of annotators on the side of the majority must be above this; 0.5 removes ties. */
  minAgreement?: number;
  /** Pairs with fewer ratings are removed. */
  minRatings?: number;
}

export interface TrueLabel {
  pair: RatedPair;
  label: boolean;
  average: number;
  ratings: number;
  /** The share of annotators whose collapsed label is that of the majority. */
  agreement: number;
  /** The share of annotators whose collapsed label is yes. */
  yesShare: number;
}

type RemovalRule = 'too few ratings' | 'no agreement';

export interface RemovedPair {
  pair: RatedPair;
  rule: RemovalRule;
  value: number;
  limit: number;
}

export function groundTruth(rated: RatedPairs, options: GroundTruthOptions = {}): { labels: TrueLabel[]; removed: RemovedPair[] } {
  const { by = 'average', threshold = middleOf(rated.scale), minAgreement = 0.5, minRatings = 2 } = options;
  const labels: TrueLabel[] = [];
  const removed: RemovedPair[] = [];
  for (const pair of rated.pairs) {
    const values = pair.settled === undefined ? pair.values.filter((value) => value !== null) : [pair.settled];
    if (values.length < Math.max(1, pair.settled === undefined ? minRatings : 1)) {
      removed.push({ pair, rule: 'too few ratings', value: values.length, limit: minRatings });
      continue;
    }
    const votes = values.map((value) => collapse(value, rated.scale));
    const yes = votes.filter(Boolean).length / votes.length;
    const agreement = Math.max(yes, 1 - yes);
    if (agreement <= minAgreement) {
      removed.push({ pair, rule: 'no agreement', value: agreement, limit: minAgreement });
      continue;
    }
    const average = values.reduce((sum, value) => sum + value, 0) / values.length;
    const label =
      by === 'average' ? average > threshold : modeLabel(values.map((value) => collapse(value, rated.scale, { threshold }))) === true;
    labels.push({ pair, label, average, ratings: values.length, agreement, yesShare: yes });
  }
  return { labels, removed };
}

/** The fields of a row that come from the ratings, rounded to five digits. */
export function labelFields({ label, average, ratings, agreement, yesShare }: TrueLabel) {
  const short = (value: number) => Math.round(value * 1e5) / 1e5;
  const said = label ? ('yes' as const) : ('no' as const);
  return { label: said, average: short(average), ratings, agreement: short(agreement), yesShare: short(yesShare) };
}

function middleOf(scale: Scale): number {
  return scale === 'likert' ? 2.5 : 0.5;
}

/** The released `-gt.jsonl`: for each annotator the mode of the others; null where nobody else rated the pair. */
export function truthForEach({ pairs, scale }: RatedPairs): { pair: RatedPair; labels: (boolean | null)[] }[] {
  return pairs.map((pair) => {
    const labels = pair.values.map((value) => (value === null ? null : collapse(value, scale)));
    return { pair, labels: labels.map((_, held) => modeLabel(labels.filter((_, i) => i !== held))) };
  });
}

export interface ThresholdRow {
  threshold: number;
  yes: number;
  /** Pairs whose label differs from that at the chosen threshold. */
  changed: number;
}

/** The sensitivity of the labels to the threshold. Removed pairs stay removed. */
export function thresholdSensitivity(
  rated: RatedPairs,
  options: GroundTruthOptions & { thresholds?: readonly number[] } = {},
): ThresholdRow[] {
  const chosen = groundTruth(rated, options).labels;
  const { thresholds = rated.scale === 'likert' ? [1.5, 2, 2.25, 2.5, 2.75, 3, 3.5] : [0.25, 0.4, 0.5, 0.6, 0.75] } = options;
  return thresholds.map((threshold) => {
    const { labels } = groundTruth(rated, { ...options, threshold });
    return {
      threshold,
      yes: labels.filter(({ label }) => label).length,
      changed: labels.filter(({ label }, i) => label !== chosen[i].label).length,
    };
  });
}
