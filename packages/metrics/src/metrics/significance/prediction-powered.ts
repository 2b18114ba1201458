/** Prediction-powered estimates (PPI++: Angelopoulos, Duchi and Zrnic 2023): a mean from few human labels and many of a judge. */
import { InputError } from '../../core/index.ts';
import type { Interval } from './bootstrap.ts';
import { wilson } from './intervals.ts';
import { type SharedUnits, separateUnits, shareUnits } from './shared-units.ts';
import { quantileT } from './student-t.ts';

export interface JudgedLabels {
  /** Human labels: numbers, or differences between two systems. */
  people: readonly number[];
  /** The judge's labels of the same items. */
  judge: readonly number[];
  /** The judge's labels of the items without a human label. */
  unlabelled: readonly number[];
  /** The units of the labelled items and of the others; default: items share nothing. */
  units?: { people: readonly (readonly string[])[]; unlabelled: readonly (readonly string[])[] };
}

export interface PoweredOptions {
  level?: number;
  /** The weight of the judge, from 0 to 1. Default: the weight with the shortest interval. */
  weight?: number;
  /**
   * `t`: Student's t with the errors' degrees of freedom, and Wilson's form for labels from 0 to 1. `normal`: as ppi-python computes it, which is a
   * little too narrow with few labels.
   */
  interval?: 't' | 'normal';
}

export interface Estimate {
  value: number;
  /** null with a single label, or if one unit covers all. */
  interval: [number, number] | null;
  error: number | null;
}

export interface PoweredEstimate {
  /** From human labels alone. */
  people: Estimate;
  /** From the judge alone, on all items. Its interval does not include the bias of the judge. */
  judge: Estimate;
  /** From both. */
  both: Estimate;
  weight: number;
  labels: { people: number; judge: number };
  /** The number of human labels that would give an equally short interval without the judge; null if an error is unknown. */
  worth: number | null;
}

export function predictionPowered(labels: JudgedLabels, { level = 0.95, weight, interval = 't' }: PoweredOptions = {}): PoweredEstimate {
  const { people, judge, unlabelled } = labels;
  if (people.length !== judge.length) throw new RangeError(`${people.length} labels by people and ${judge.length} by the judge`);
  if (people.length === 0) throw new InputError('no item has a label by people and one by the judge');
  if (unlabelled.length === 0) throw new InputError('people have labelled every item: there is nothing for the judge to add');
  const parts = interval === 'normal' ? normalParts(labels) : robustParts(labels);
  const isShare = [...people, ...judge, ...unlabelled].every((label) => label >= 0 && label <= 1);
  const describe = (estimate: number, variance: number, df: number): Estimate => {
    if (!(df > 0) || !Number.isFinite(variance)) return { value: estimate, interval: null, error: null };
    const error = Math.sqrt(Math.max(0, variance));
    const { low, high } = reach(estimate, {
      error,
      t: quantileT((1 + level) / 2, df),
      isShare: isShare && interval === 't',
      items: people.length,
    });
    return { value: estimate, interval: [low, high], error };
  };
  const all = [...judge, ...unlabelled];
  const alone = describe(mean(people), parts.variance(0), parts.df(0));
  const tuned = weight ?? parts.weight;
  const powered = describe(mean(people) + tuned * (mean(unlabelled) - mean(judge)), parts.variance(tuned), parts.df(tuned));
  // Ignore a judge that would make the interval longer.
  const chosen = interval === 't' && weight === undefined && lengthOf(powered) > lengthOf(alone) ? 0 : tuned;
  const both = chosen === 0 ? alone : powered;
  return {
    people: alone,
    judge: describe(mean(all), parts.judgeAlone.variance, parts.judgeAlone.df),
    both,
    weight: chosen,
    labels: { people: people.length, judge: all.length },
    worth: both.error && alone.error ? people.length * (alone.error / both.error) ** 2 : null,
  };
}

/** The number of human labels needed for an interval of ± `reach` with the judge; null if even all of them would not suffice. */
export function labelsNeeded(labels: JudgedLabels, { reach: wanted, level = 0.95 }: { reach: number; level?: number }): number | null {
  const { weight } = predictionPowered(labels, { level });
  const parts = robustParts(labels);
  const ofJudge = weight === 0 ? 0 : parts.fromUnlabelled(weight);
  const perLabel = (parts.variance(weight) - ofJudge) * labels.people.length;
  const left = (wanted / quantileT((1 + level) / 2, Number.POSITIVE_INFINITY)) ** 2 - ofJudge;
  const needed = left > 0 ? Math.max(2, Math.ceil(perLabel / left)) : Number.POSITIVE_INFINITY;
  return needed <= labels.people.length + labels.unlabelled.length ? needed : null;
}

function lengthOf({ interval }: Estimate): number {
  return interval ? interval[1] - interval[0] : Number.POSITIVE_INFINITY;
}

interface Reach {
  error: number;
  t: number;
  isShare: boolean;
  items: number;
}

function reach(value: number, { error, t, isShare, items }: Reach): Interval {
  if (!isShare || value < 0 || value > 1) return { low: value - t * error, high: value + t * error };
  // If nothing varies, as if only the human labels were known.
  return wilson(value, { t, items: error > 0 && value > 0 && value < 1 ? (value * (1 - value)) / error ** 2 : items });
}

interface Parts {
  /** The weight with the smallest variance. */
  weight: number;
  /** Of the estimate with this weight. */
  variance(weight: number): number;
  df(weight: number): number;
  judgeAlone: { variance: number; df: number };
}

/** ppi-python 0.2.3: variances divided by n, the variance of the judge pooled over all items, quantiles of the normal distribution. */
function normalParts({ people, judge, unlabelled }: JudgedLabels): Parts {
  const [n, rest] = [people.length, unlabelled.length];
  const all = [...judge, ...unlabelled];
  const pooled = (covariance(all, all) * all.length) / (all.length - 1);
  const df = () => Number.POSITIVE_INFINITY;
  return {
    weight: pooled > 0 ? clip(covariance(people, judge) / ((1 + n / rest) * pooled)) : 0,
    variance(weight) {
      const corrected = people.map((label, i) => label - weight * judge[i]);
      return covariance(corrected, corrected) / n + (weight ** 2 * covariance(unlabelled, unlabelled)) / rest;
    },
    df,
    judgeAlone: { variance: covariance(all, all) / all.length, df: df() },
  };
}

/** Variances by shared units; degrees of freedom after Satterthwaite (1946). */
function robustParts({ people, judge, unlabelled, units }: JudgedLabels): Parts & { fromUnlabelled(weight: number): number } {
  const labelledUnits = units ? shareUnits(units.people) : separateUnits(people.length);
  const otherUnits = units ? shareUnits(units.unlabelled) : separateUnits(unlabelled.length);
  const allUnits = units ? shareUnits([...units.people, ...units.unlabelled]) : separateUnits(people.length + unlabelled.length);
  const crossed = units !== undefined && allUnits.units < labelledUnits.units + otherUnits.units;
  const unseen = unseenDisagreement(people, judge);
  const varianceOf = (values: readonly number[], shared: SharedUnits) => (shared.enough ? shared.variance(influence(values)) : Number.NaN);
  const corrected = (weight: number) => people.map((label, i) => label - weight * judge[i]);
  const parts = (weight: number) => {
    const seen = varianceOf(corrected(weight), labelledUnits);
    const labelled = weight === 0 ? seen : seen + weight ** 2 * unseen;
    const rest = weight === 0 ? 0 : weight ** 2 * varianceOf(unlabelled, otherUnits);
    if (!crossed || weight === 0) return { labelled, rest, together: labelled + rest };
    // A unit with labelled and unlabelled items moves both parts at once.
    const joint =
      weight ** 2 * unseen +
      allUnits.variance(Float64Array.of(...influence(corrected(weight)), ...influence(unlabelled).map((own) => weight * own)));
    return { labelled, rest, together: Math.max(joint, (labelled + rest) / 2) };
  };
  const variance = (weight: number) => parts(weight).together;
  // The variance is a parabola in the weight.
  const [at0, atHalf, at1] = [variance(0), variance(0.5), variance(1)];
  const [square, linear] = [2 * (at1 - 2 * atHalf + at0), 4 * atHalf - 3 * at0 - at1];
  const all = [...judge, ...unlabelled];
  return {
    weight: square > 0 ? clip(-linear / (2 * square)) : at1 < at0 ? 1 : 0,
    variance,
    df(weight) {
      const { labelled, rest } = parts(weight);
      const dfLabelled = labelledUnits.df;
      if (weight === 0 || labelled + rest === 0) return dfLabelled;
      return (labelled + rest) ** 2 / (labelled ** 2 / dfLabelled + rest ** 2 / otherUnits.df);
    },
    fromUnlabelled: (weight) => parts(weight).rest,
    judgeAlone: { variance: varianceOf(all, allUnits), df: allUnits.enough ? allUnits.df : 0 },
  };
}

/**
 * Few labels may show no disagreement where there is some. For labels that are right or wrong (or won, tied and lost), half a disagreement in either
 * direction is added to the variance, much as Bonett and Price (2012) add a whole one to paired proportions.
 */
function unseenDisagreement(people: readonly number[], judge: readonly number[]): number {
  const isSign = [...people, ...judge].every((label) => label === 0 || Math.abs(label) === 1);
  return isSign ? 1 / (people.length + 1) ** 2 : 0;
}

function influence(values: readonly number[]): Float64Array {
  const centre = mean(values);
  return Float64Array.from(values, (value) => (value - centre) / values.length);
}

function mean(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Divided by n. */
function covariance(first: readonly number[], second: readonly number[]): number {
  const [a, b] = [mean(first), mean(second)];
  let sum = 0;
  for (const [i, value] of first.entries()) sum += (value - a) * (second[i] - b);
  return sum / first.length;
}

function clip(weight: number): number {
  return Math.min(1, Math.max(0, weight));
}
