/** Metrics of answers that are right or wrong: accuracy, and F1 of yes/no answers (TG-CSR, section 6); labels read from text. */
import { InputError, type Metric } from '../core/index.ts';
import { meanOf } from './text/mean-of.ts';

/** A decision; null is an answer that is neither yes nor no, which counts as wrong and not as a yes. */
export interface ClassificationPair {
  truth: boolean;
  predicted: boolean | null;
}

/** Counts, which are summed over items. */
export interface ConfusionCounts {
  truePositive: number;
  falsePositive: number;
  falseNegative: number;
  trueNegative: number;
  /** Answers that were neither, for items whose truth is no; for those whose truth is yes they count as false negatives. */
  unreadableNegative: number;
}

export type ClassificationScores = Record<'f1' | 'precision' | 'recall' | 'accuracy' | 'yesShare', number | null>;

export function confusionCounts(pairs: readonly ClassificationPair[]): ConfusionCounts {
  const counts = { truePositive: 0, falsePositive: 0, falseNegative: 0, trueNegative: 0, unreadableNegative: 0 };
  for (const { truth, predicted } of pairs) {
    if (truth) counts[predicted === true ? 'truePositive' : 'falseNegative']++;
    else counts[predicted === null ? 'unreadableNegative' : predicted ? 'falsePositive' : 'trueNegative']++;
  }
  return counts;
}

/** A score whose denominator is 0 is null, as in scikit-learn with `zero_division=nan`. */
export function classificationScores(counts: ConfusionCounts): ClassificationScores {
  const { truePositive, falsePositive, falseNegative, trueNegative, unreadableNegative } = counts;
  const items = truePositive + falsePositive + falseNegative + trueNegative + unreadableNegative;
  return {
    f1: share(2 * truePositive, 2 * truePositive + falsePositive + falseNegative),
    precision: share(truePositive, truePositive + falsePositive),
    recall: share(truePositive, truePositive + falseNegative),
    accuracy: share(truePositive + trueNegative, items),
    yesShare: share(truePositive + falsePositive, items),
  };
}

export function classify(pairs: readonly ClassificationPair[]): ClassificationScores {
  return classificationScores(confusionCounts(pairs));
}

/** The metric over items whose only reference, and whose candidate, is yes or no (also true, false, 1, 0). */
export const classification: Metric<ConfusionCounts, undefined> = {
  name: 'classification',
  outputs: ['f1', 'precision', 'recall', 'accuracy', 'yesShare'],
  summary: 'F1, precision, recall and accuracy of yes/no answers',
  cost: 'fast',
  signature: () => 'classification|positive:yes|unreadable:wrong',
  segment: ({ item, candidate }) => {
    const truth = readYesNo(item.references[0] ?? '');
    if (truth === null) throw new InputError(`item ${item.id}: the reference "${item.references[0] ?? ''}" is neither yes nor no`);
    return confusionCounts([{ truth, predicted: readYesNo(candidate) }]);
  },
  score: (stats) => {
    const sum = confusionCounts([]);
    for (const counts of stats) {
      sum.truePositive += counts.truePositive;
      sum.falsePositive += counts.falsePositive;
      sum.falseNegative += counts.falseNegative;
      sum.trueNegative += counts.trueNegative;
      sum.unreadableNegative += counts.unreadableNegative;
    }
    return classificationScores(sum);
  },
};

/** yes, true and 1 are true; no, false and 0 are false, in any case and with surrounding punctuation; anything else is null. */
export function readYesNo(text: string): boolean | null {
  const word = text.toLowerCase().replace(/^[\s\p{P}]+|(?<![\s\p{P}])[\s\p{P}]+$/gu, '');
  if (word === 'yes' || word === 'true' || word === '1') return true;
  if (word === 'no' || word === 'false' || word === '0') return false;
  return null;
}

function share(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}

/**
 * Accuracy: the share of items whose prediction is the right label, for any number of labels.
 * 1 if the prediction equals a reference except for case and surrounding spaces, else 0. An empty prediction is wrong.
 */
export const accuracy: Metric<0 | 1, undefined> = {
  name: 'accuracy',
  outputs: ['accuracy'],
  summary: 'share of outputs that equal a reference',
  cost: 'fast',
  signature: () => 'accuracy|match:label|case:lower',
  segment: ({ item, candidate }) => (item.references.some((reference) => foldLabel(reference) === foldLabel(candidate)) ? 1 : 0),
  score: (stats) => ({ accuracy: meanOf(stats) }),
};

/** Labels that differ only in case and surrounding spaces are equal. */
function foldLabel(text: string): string {
  return text.trim().toLowerCase();
}

/**
 * The label that a text names, as the metrics of labels read it. Submissions and starter kits are checked with the same reading.
 * null where it names none. The case and spaces around it do not matter; with two labels like yes and no, `true` and `1` are yes too.
 */
export function readLabel(text: string, labels: readonly string[]): string | null {
  const named = labels.find((label) => foldLabel(label) === foldLabel(text));
  if (named !== undefined) return named;
  const truths = labels.map(readYesNo);
  const isYesNo = labels.length === 2 && truths.includes(true) && truths.includes(false);
  const truth = readYesNo(text);
  return isYesNo && truth !== null ? labels[truths.indexOf(truth)] : null;
}

/** The same function as source text, for scripts without dependencies; a test compares the two. */
export const READ_LABEL = String.raw`function readLabel(text, labels) {
  const fold = (own) => own.trim().toLowerCase();
  const named = labels.find((label) => fold(label) === fold(text));
  if (named !== undefined) return named;
  const truths = labels.map(readYesNo);
  const isYesNo = labels.length === 2 && truths.includes(true) && truths.includes(false);
  const truth = readYesNo(text);
  return isYesNo && truth !== null ? labels[truths.indexOf(truth)] : null;
}

function readYesNo(text) {
  const word = text.toLowerCase().replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '');
  return ['yes', 'true', '1'].includes(word) ? true : ['no', 'false', '0'].includes(word) ? false : null;
}`;
