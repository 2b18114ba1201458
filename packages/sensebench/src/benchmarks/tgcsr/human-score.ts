/** The human score (Santos et al. 2022, section 6): mean F1 of the other annotators' mode against each annotator in turn. */

import {
  type BootstrapOptions,
  bootstrapInterval,
  type ClassificationPair,
  type ConfusionCounts,
  classificationScores,
  confusionCounts,
  type Interval,
} from '@sensebench/metrics/internal/metrics';
import { collapse, type RatedPairs } from './ratings/rated-pairs.ts';

export interface HumanScoreOptions {
  /** A Likert rating above it is a yes. */
  threshold?: number;
  /** How an annotator's missing rating counts: left out, or as a no. */
  missing?: 'left out' | 'no';
}

/** For each annotator, the truth and the others' mode; null where the annotator, or all others, did not rate the pair. */
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

/** Yes where more annotators say yes than no; a tie is no; null where nobody rated. */
export function modeLabel(labels: readonly (boolean | null)[]): boolean | null {
  const given = labels.filter((label) => label !== null);
  return given.length === 0 ? null : given.filter(Boolean).length * 2 > given.length;
}

export interface HumanScore {
  f1: number | null;
  /** Null where neither the annotator nor the others said yes. */
  perAnnotator: (number | null)[];
}

export function humanScore(held: readonly HeldOutPairs[]): HumanScore {
  const counts = Array.from(held[0] ?? [], () => confusionCounts([]));
  for (const pair of held) {
    for (let i = 0; i < counts.length; i++) {
      const decision = pair[i];
      if (decision) counts[i][outcome(decision)]++;
    }
  }
  const perAnnotator = counts.map((count) => classificationScores(count).f1);
  const defined = perAnnotator.filter((value) => value !== null);
  return { f1: defined.length > 0 ? defined.reduce((sum, value) => sum + value, 0) / defined.length : null, perAnnotator };
}

function outcome({ truth, predicted }: ClassificationPair): keyof ConfusionCounts {
  return truth ? (predicted ? 'truePositive' : 'falseNegative') : predicted ? 'falsePositive' : 'trueNegative';
}

const CODES = ['truePositive', 'falsePositive', 'falseNegative'] as const;

/** `humanScore` of resampled pairs, computed over codes in one array because the bootstrap calls it thousands of times. */
export function humanScoreInterval(held: readonly HeldOutPairs[], options: BootstrapOptions = {}): Interval | null {
  const annotators = held[0]?.length ?? 0;
  const codes = Int8Array.from(
    held.flatMap((pair) => pair.map((decision) => (decision ? CODES.indexOf(outcome(decision) as (typeof CODES)[number]) : -1))),
  );
  const places = held.map((_, i) => i * annotators);
  return bootstrapInterval(
    places,
    (sample) => {
      const counts = new Int32Array(annotators * CODES.length);
      for (const place of sample) {
        for (let i = 0; i < annotators; i++) {
          const code = codes[place + i];
          if (code >= 0) counts[i * CODES.length + code]++;
        }
      }
      let sum = 0;
      let defined = 0;
      for (let i = 0; i < counts.length; i += CODES.length) {
        const all = 2 * counts[i] + counts[i + 1] + counts[i + 2];
        if (all === 0) continue;
        sum += (2 * counts[i]) / all;
        defined++;
      }
      return defined > 0 ? sum / defined : null;
    },
    options,
  );
}

/** The exact expected F1 of random yes/no answers; null without labels. */
export function coinScore({ yes, no }: { yes: number; no: number }): number | null {
  if (yes === 0) return no > 0 ? 0 : null;
  let expected = 0;
  const [hits, misses] = [halves(yes), halves(no)];
  for (let hit = 0; hit <= yes; hit++) {
    for (let miss = 0; miss <= no; miss++) expected += (hits[hit] * misses[miss] * 2 * hit) / (hit + miss + yes);
  }
  return expected;
}

/** The binomial distribution of n fair coins, in logarithms so that large n do not vanish. */
function halves(n: number): number[] {
  const shares: number[] = [];
  let log = -n * Math.LN2;
  for (let k = 0; k <= n; k++) {
    shares.push(Math.exp(log));
    log += Math.log((n - k) / (k + 1));
  }
  return shares;
}
