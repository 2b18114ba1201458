/** The score shown for each submission of a phase, or the reason why there is none. A shown score is always the submission's own. */
import { printedAs, printedScore } from 'sensebench/internal/metrics';
import { gridOf, replayLadder } from './ladder.ts';
import type { Phase } from './phases.ts';
import { type Part, type ScoredSubmission, scoresOfPart } from './score-submission.ts';
import type { Submission } from './submission.ts';

/** `ladder`: only improvements; `public`: scores on the public part; `final`: the phase is over. */
export const FEEDBACK = ['ladder', 'public', 'final'] as const;
type Feedback = (typeof FEEDBACK)[number];

export interface ShownScore {
  value: number | null;
  /** The value is rounded to multiples of this. */
  grid?: number;
  /** Why there is no value, as shown on the board. */
  missing?: string;
  /** If the value is withheld: the best score shown to the account so far. */
  best?: number;
}

export interface ShownScoresInput {
  phase: Phase;
  feedback: Feedback;
  /** In the order of receipt, including withdrawn ones, which received feedback, too. */
  submissions: readonly Submission[];
  scores: ReadonlyMap<string, ScoredSubmission>;
}

/** `over`: the phase has ended, or an owner is viewing. */
export function feedbackOf({ ladder }: Pick<Phase, 'ladder'>, { over }: { over: boolean }): Feedback {
  return over ? 'final' : ladder === false ? 'public' : 'ladder';
}

/** The shown scores by submission id. */
export function shownScores({ phase, feedback, submissions, scores }: ShownScoresInput): Map<string, ShownScore> {
  const done = submissions.filter((each) => each.phase === phase.name && each.state === 'done');
  if (feedback === 'ladder') return ladderScores({ phase, submissions: done, scores });
  const part: Part = feedback === 'public' ? 'public' : phase.final;
  return new Map(
    done.map(({ id }) => {
      const standing = scoresOfPart(scores.get(id), { part, phase })?.standing;
      const value = standing?.value ?? null;
      return [id, value === null ? { value, missing: whyMissing(phase, standing !== undefined) } : { value }];
    }),
  );
}

/** All rows of an account share one Ladder, so that a new name does not give more feedback. Feedback given once never changes. */
function ladderScores({ phase, submissions, scores }: Omit<ShownScoresInput, 'feedback'>): Map<string, ShownScore> {
  const direction = directionOf(phase);
  const { step } = stepOf(phase);
  const shown = new Map<string, ShownScore>();
  for (const account of new Set(submissions.map((each) => each.account))) {
    const inOrder = submissions.filter((each) => each.account === account).sort((a, b) => placeOf(a) - placeOf(b));
    const entries = inOrder.flatMap(({ id }) => {
      const standing = scoresOfPart(scores.get(id), { part: 'public', phase })?.standing;
      if (!standing) shown.set(id, { value: null, missing: whyMissing(phase, false) });
      return standing ? [{ id, standing }] : [];
    });
    const items = entries[0]?.standing.influence?.length ?? 1;
    for (const { id, shown: value, best } of replayLadder(entries, { direction, step })) {
      if (value !== null) shown.set(id, { value, grid: gridOf({ step, items }) });
      else if (best === null) shown.set(id, { value, missing: whyMissing(phase, true) });
      else shown.set(id, { value, best, missing: notAbove(phase, 'the account’s best so far') });
    }
  }
  return shown;
}

/** Submissions without a position come last. */
function placeOf({ order = Number.MAX_SAFE_INTEGER }: Submission): number {
  return order;
}

export const NOT_SCORED = 'not scored';

/** `measured`: there are scores for the part. */
export function whyMissing({ rank, public: { share } }: Pick<Phase, 'rank' | 'public'>, measured: boolean): string {
  if (measured) return `${rank} is undefined for these predictions`;
  return share === 0 ? 'shown when the phase is over' : NOT_SCORED;
}

/** The step of the Ladder; absent for the parameter-free form. */
export function stepOf({ ladder }: Pick<Phase, 'ladder'>): { step?: number } {
  return typeof ladder === 'number' ? { step: ladder } : {};
}

/** As set in the phase, otherwise that of the metric. */
export function directionOf({ rank, direction }: Pick<Phase, 'rank' | 'direction'>): 'higher' | 'lower' {
  return direction ?? (printedAs(rank).lowerIsBetter ? 'lower' : 'higher');
}

function notAbove(phase: Phase, best: string): string {
  const { step } = stepOf(phase);
  const compared = directionOf(phase) === 'higher' ? 'above' : 'below';
  return `not ${compared} ${best} by more than ${step === undefined ? 'chance' : printedScore(phase.rank, step)}`;
}

/** The shown score in words, for the sender: "F1 30.59". */
export function describeShown({ value, grid, best, missing = '' }: ShownScore, phase: Phase): string {
  const { rank, end } = phase;
  const score = (points: number) => `${rank.charAt(0).toUpperCase()}${rank.slice(1)} ${printedScore(rank, points)}`;
  if (value !== null) return grid === undefined ? score(value) : `${score(value)}, rounded to the nearest ${printedScore(rank, grid)}`;
  if (best === undefined) return missing;
  const later = end === undefined ? '' : '; its own score is shown when the phase ends';
  return `${notAbove(phase, `your best so far (${score(best)})`)}${later}`;
}
