/** The Ladder (Blum and Hardt 2015): feedback moves only on an improvement beyond chance; and a bound on what it leaks. */
import { itemValues, type Standing } from './score-submission.ts';

export interface LadderEntry {
  id: string;
  /** The standing on the public part. */
  standing: Standing;
}

export interface LadderOptions {
  direction: 'higher' | 'lower';
  /** Without a step, the parameter-free form (section 3.1) is used: the threshold is the standard error of the paired difference, the grid 1/n. */
  step?: number;
}

export interface LadderAnswer {
  id: string;
  /** The submission's own score, rounded to the grid; null if it is undefined or does not exceed the best so far by the threshold. */
  shown: number | null;
  /** The best score shown before, or null. */
  best: number | null;
}

/** The order of summation affects the last digits; an exact tie with the threshold must not count as an improvement. */
const ROUNDING = 1e-9;

/** The best submission so far. */
export interface LadderState {
  values: Float64Array;
  shown: number;
}

/** Processes the next submission. The state is undefined before the first score. */
export function climbLadder(
  state: LadderState | undefined,
  { id, standing }: LadderEntry,
  { direction, step }: LadderOptions,
): { state: LadderState | undefined; answer: LadderAnswer } {
  const sign = direction === 'higher' ? 1 : -1;
  const values = itemValues(standing);
  const shown = values && standing.value !== null ? improvement({ value: standing.value, values }, state, { sign, step }) : null;
  const next = values && shown !== null ? { values, shown } : state;
  return { state: next, answer: { id, shown, best: state?.shown ?? null } };
}

/**
 * The feedback on one account's submissions of a phase, in the order of scoring, including withdrawn ones, which received feedback, too.
 * The list of submissions is the whole state, so a replay always gives the same feedback.
 */
export function replayLadder(entries: readonly LadderEntry[], options: LadderOptions): LadderAnswer[] {
  let state: LadderState | undefined;
  return entries.map((entry) => {
    const climbed = climbLadder(state, entry, options);
    state = climbed.state;
    return climbed.answer;
  });
}

/** Shown scores are rounded to multiples of this. */
export function gridOf({ step, items }: { step?: number; items: number }): number {
  return step ?? 1 / items;
}

interface Improving {
  sign: number;
  step?: number;
}

/** The rounded value if it is an improvement, otherwise null. */
function improvement(
  { value, values }: { value: number; values: Float64Array },
  best: LadderState | undefined,
  { sign, step }: Improving,
): number | null {
  const grid = gridOf({ step, items: values.length });
  const shown = Math.round(value / grid) * grid;
  if (!best) return shown;
  const threshold = step ?? standardError(values, best.values);
  const gain = sign * (value - best.shown);
  // A value that rounds to the same number reveals nothing, but would change what the next submission is compared with.
  return gain > threshold + ROUNDING && sign * (shown - best.shown) > ROUNDING ? shown : null;
}

/** The standard error of the mean difference of two systems on the same items. For binary answers, a net gain of g among d changes passes if g² > d. */
function standardError(first: Float64Array, second: Float64Array): number {
  const n = first.length;
  if (n < 2) return Number.POSITIVE_INFINITY;
  let [sum, squares] = [0, 0];
  for (let i = 0; i < n; i++) {
    const difference = first[i] - second[i];
    sum += difference;
    squares += difference * difference;
  }
  return Math.sqrt(Math.max(0, squares - (sum * sum) / n) / (n - 1) / n);
}

export interface LeakBound {
  /** The log2 of the number of possible feedback sequences. */
  bits: number;
  /** The expected number of labels that can be known for certain if labels are coin tosses: at most the bits, and at most all labels. */
  labels: number;
  /** The highest expected share of correctly guessed labels, by the rate-distortion bound n (1 - h(a)) <= bits. */
  accuracy: number;
}

export interface LeakOptions {
  /** The number of public items. */
  items: number;
  /** Per account. */
  submissions: number;
  /** The number of colluding accounts; each has its own Ladder. */
  accounts?: number;
  /** As in phases.yaml: true for the parameter-free Ladder, a number for its step, false for exact scores. */
  ladder: boolean | number;
}

/**
 * Bounds how much any strategy can learn about binary labels, by counting the feedback sequences that it could receive. With the Ladder, a
 * sequence is a choice of the submissions that receive a score (always including the first) and of strictly increasing grid values: the sum
 * over j of C(k - 1, j - 1) C(V, j), where V is the number of grid values between 0 and 1. Without the Ladder, each of k scores is one of
 * n + 1 values. Everything else on a board follows from these sequences. The bits of several accounts add up: even if their submissions
 * depend on each other, together they receive one combination of their sequences.
 */
export function leakBound({ items, submissions, ladder, accounts = 1 }: LeakOptions): LeakBound {
  const values = (typeof ladder === 'number' ? Math.floor(1 / ladder + 1e-9) : items) + 1;
  const bits = submissions < 1 ? 0 : accounts * (ladder === false ? submissions * Math.log2(items + 1) : ladderBits(submissions, values));
  return { bits, labels: Math.min(items, Math.floor(bits)), accuracy: highestAccuracy(Math.min(1, bits / items)) };
}

function ladderBits(submissions: number, values: number): number {
  let total = Number.NEGATIVE_INFINITY;
  for (let steps = 1; steps <= Math.min(submissions, values); steps++)
    total = addLogs(total, logChoose(submissions - 1, steps - 1) + logChoose(values, steps));
  return total / Math.LN2;
}

function addLogs(a: number, b: number): number {
  const [high, low] = a > b ? [a, b] : [b, a];
  return low === Number.NEGATIVE_INFINITY ? high : high + Math.log1p(Math.exp(low - high));
}

/** A sum of logarithms is precise enough and cannot overflow. */
function logChoose(n: number, k: number): number {
  let sum = 0;
  for (let i = 1; i <= k; i++) sum += Math.log((n - k + i) / i);
  return sum;
}

/** The share a >= 1/2 with 1 - h(a) = rate, by bisection. */
function highestAccuracy(rate: number): number {
  let [low, high] = [0.5, 1];
  for (let round = 0; round < 60; round++) {
    const middle = (low + high) / 2;
    if (1 - entropy(middle) < rate) low = middle;
    else high = middle;
  }
  return high;
}

function entropy(p: number): number {
  return p <= 0 || p >= 1 ? 0 : -(p * Math.log2(p) + (1 - p) * Math.log2(1 - p));
}
