/** The Ladder (Blum and Hardt 2015): feedback moves only when a submission is better than the best so far by more than chance. */
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
