/** The human score (paper 004, section 6): each annotator in turn is the truth, the mode of the others the prediction; the mean of the F1 scores. */
import { type BootstrapOptions, bootstrapInterval, type Interval } from '../../metrics/bootstrap.ts';
import { type ClassificationPair, classify } from '../../metrics/classification.ts';
import { collapse, type RatedPairs } from './ratings/rated-pairs.ts';

export interface HumanScoreOptions {
  /** A Likert rating above it is a yes. */
  threshold?: number;
  /** What an annotator's gap is: left out, or a no. */
  missing?: 'left out' | 'no';
}

/** For each annotator, the truth and the others' mode; null where the annotator, or everybody else, left a gap. */
export type HeldOutPairs = readonly (ClassificationPair | null)[];

export function holdOutEach(
  { pairs, annotators, scale }: RatedPairs,
  { threshold = 2.5, missing = 'left out' }: HumanScoreOptions = {},
): HeldOutPairs[] {
  return pairs.map(({ values }) => {
    const labels = values.map((value) => (value === null ? (missing === 'no' ? false : null) : collapse(value, scale, { threshold })));
    return annotators.map((_, held) => {
      const predicted = modeLabel(labels.filter((_, i) => i !== held));
      const truth = labels[held];
      return truth === null || predicted === null ? null : { truth, predicted };
    });
  });
}

/** Yes where more say yes than no; a tie is no; null where nobody says anything. */
export function modeLabel(labels: readonly (boolean | null)[]): boolean | null {
  const given = labels.filter((label) => label !== null);
  return given.length === 0 ? null : given.filter(Boolean).length * 2 > given.length;
}

export interface HumanScore {
  f1: number | null;
  /** null where neither the annotator nor the others said yes. */
  perAnnotator: (number | null)[];
}

export function humanScore(held: readonly HeldOutPairs[]): HumanScore {
  const annotators = held[0]?.length ?? 0;
  const perAnnotator = Array.from({ length: annotators }, (_, i) => classify(held.flatMap((pair) => pair[i] ?? [])).f1);
  const defined = perAnnotator.filter((value) => value !== null);
  return { f1: defined.length > 0 ? defined.reduce((sum, value) => sum + value, 0) / defined.length : null, perAnnotator };
}

/** Pairs are drawn anew; every annotator is held out again. */
export function humanScoreInterval(held: readonly HeldOutPairs[], options: BootstrapOptions = {}): Interval | null {
  return bootstrapInterval(held, (sample) => humanScore(sample).f1, options);
}

/** The F1 of a fair coin: the coin says yes to half of the items whatever they are, so precision is the share of yes and recall one half. */
export function coinScore(shareOfYes: number): number {
  return shareOfYes / (shareOfYes + 0.5);
}
