/** Decides whether an account may submit: daily (UTC) and total quotas. Failed and cancelled submissions use none, up to a limit. */

import type { Competition, Phase } from './phases.ts';
import { hasBegun, hasEnded, phaseAt } from './phases.ts';
import type { Submission } from './submission.ts';

export interface QuotaUse {
  used: number;
  /** undefined if there is no limit. */
  left?: number;
}

export interface Quota {
  day: QuotaUse;
  total: QuotaUse;
  /** When the daily quota starts again. */
  renewed: string;
}

type Counted = Pick<Submission, 'account' | 'phase' | 'at' | 'state'>;

/** Withdrawn, queued and running submissions count. */
export function quotaOf(
  phase: Phase,
  { submissions, account, at }: { submissions: readonly Counted[]; account: string; at: string },
): Quota {
  const counted = submissions.filter((each) => each.account === account && each.phase === phase.name && !isUnscored(each));
  const today = dayOf(at);
  return {
    day: use(counted.filter((each) => dayOf(each.at) === today).length, phase.quota.day),
    total: use(counted.length, phase.quota.total),
    renewed: nextDay(at),
  };
}

/** Cancelled and failed submissions cost work, too, so their number is limited per account. */
const MOST_UNSCORED = { day: 20, total: 200 };

const DAY = 24 * 60 * 60 * 1000;

function isUnscored({ state }: Pick<Counted, 'state'>): boolean {
  return state === 'failed' || state === 'cancelled';
}

function dayOf(at: string): number {
  return Math.floor(Date.parse(at) / DAY);
}

/** The next midnight UTC. */
export function nextDay(at: string): string {
  return new Date((dayOf(at) + 1) * DAY).toISOString();
}

function use(used: number, most?: number): QuotaUse {
  return most === undefined ? { used } : { used, left: Math.max(0, most - used) };
}

export type Admission = { phase: Phase; quota: Quota; refused?: undefined } | { refused: string };

/** `phase`: the requested phase; by default the running one. `at`: the time of receipt. */
export function admit(
  competition: Competition,
  { submissions, account, at, phase: phaseName }: { submissions: readonly Counted[]; account: string; at: string; phase?: string },
): Admission {
  const requested = phaseName === undefined ? undefined : competition.phases.find(({ name }) => name === phaseName);
  if (phaseName !== undefined && !requested)
    return { refused: `there is no phase "${phaseName}" (expected ${competition.phases.map(({ name }) => name).join(', ')})` };
  const { running, over, next } = phaseAt(competition, at);
  const phase = requested ?? running;
  if (!phase) return { refused: notRunning(over[0], next) };
  if (hasEnded(phase, at)) return { refused: notRunning(phase, next) };
  if (!hasBegun(phase, at)) return { refused: notRunning(undefined, phase) };
  const quota = quotaOf(phase, { submissions, account, at });
  if (quota.total.left === 0) return { refused: `all ${phase.quota.total} submissions of the phase "${phase.name}" have been used` };
  if (quota.day.left === 0)
    return { refused: `all ${phase.quota.day} submissions of today have been used; the next day begins at ${quota.renewed}` };
  const unscored = submissions.filter((each) => each.account === account && isUnscored(each));
  if (unscored.filter((each) => each.phase === phase.name).length >= MOST_UNSCORED.total)
    return { refused: `${MOST_UNSCORED.total} submissions of the phase "${phase.name}" were cancelled or failed; no more are allowed` };
  if (unscored.filter((each) => dayOf(each.at) === dayOf(at)).length >= MOST_UNSCORED.day)
    return {
      refused: `${MOST_UNSCORED.day} of today's submissions were cancelled or failed; no more are allowed until ${quota.renewed}`,
    };
  return { phase, quota };
}

function notRunning(over: Phase | undefined, next: Phase | undefined): string {
  const ended = over ? `the phase "${over.name}" ended at ${over.end}` : 'no phase has begun';
  return next ? `${ended}; "${next.name}" begins at ${next.start}` : ended;
}
