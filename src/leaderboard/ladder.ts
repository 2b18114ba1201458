/** The Ladder (Blum and Hardt 2015): feedback moves only on an improvement beyond chance; and a bound on what it leaks. */
import { itemValues, type Standing } from './standing.ts';

export interface LadderEntry {
  id: string;
  /** On the public part. */
  standing: Standing;
}

export interface LadderOptions {
  direction: 'higher' | 'lower';
  /** Without it the parameter-free form (their section 3.1): the threshold is the standard error of the paired difference, the grid 1/n. */
  step?: number;
}

export interface LadderAnswer {
  id: string;
  /** The submission's own score, rounded to the grid. null where it is undefined or not above the best so far by more than the threshold. */
  shown: number | null;
  /** The best score that was shown before; null where there is none. */
  best: number | null;
}

/** Sums in another order differ in the last digits; an exact tie with the threshold is no improvement. */
const ROUNDING = 1e-9;

/** The best submission so far, as the Ladder remembers it. */
export interface LadderState {
  values: Float64Array;
  shown: number;
}

/** One submission further. The state is absent before the first score. */
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
 * The answers to one account's submissions of a phase, in the order in which they were scored; withdrawn ones too, for they were answered.
 * This list is the whole state, so a replay gives the same answers.
 */
export function replayLadder(entries: readonly LadderEntry[], options: LadderOptions): LadderAnswer[] {
  let state: LadderState | undefined;
  return entries.map((entry) => {
    const climbed = climbLadder(state, entry, options);
    state = climbed.state;
    return climbed.answer;
  });
}

/** Shown scores are multiples of this. */
export function gridOf({ step, items }: { step?: number; items: number }): number {
  return step ?? 1 / items;
}

interface Improving {
  sign: number;
  step?: number;
}

/** The new value to show, or null. */
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
  // What rounds to the same number would say nothing, and would still change what the next one is compared with.
  return gain > threshold + ROUNDING && sign * (shown - best.shown) > ROUNDING ? shown : null;
}

/** Of the mean difference of two systems on the same items. For right and wrong answers: a net gain of g among d changed ones passes if g² > d. */
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
  /** log2 of the number of possible sequences of answers. */
  bits: number;
  /** Labels that can be known for certain, on average over labels that are coin tosses: no more than the bits, and than the labels. */
  labels: number;
  /** Highest expected share of labels guessed right, by the rate-distortion bound n (1 - h(a)) <= bits. */
  accuracy: number;
}

export interface LeakOptions {
  /** Public items. */
  items: number;
  /** Of each account. */
  submissions: number;
  /** Accounts that share what they learn; each has a Ladder of its own. */
  accounts?: number;
  /** As in the phases file: true is the parameter-free Ladder, a number its step, false plain scores. */
  ladder: boolean | number;
}

/**
 * With the Ladder an account's answer sheet is a choice of the submissions that have a score and of strictly rising values on the grid, the first
 * submission among them: the sum over j of C(k - 1, j - 1) C(V, j), where V is the number of values of the grid between 0 and 1. Without it each
 * of k answers is any of n + 1 values. Everything else that boards show follows from the answer sheets, and the bits of several accounts add up:
 * what one of them sends may depend on the answers to the others, but all of them together get one of the products of their answer sheets.
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

/** A sum of logarithms is exact enough, and never overflows. */
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
