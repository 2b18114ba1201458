/** A competition as the pages have it, and its phases in words. */
import type { Reply } from '../api/call.ts';
import { moment } from '../parts/time.ts';

export type Competition = Reply<'get', '/api/boards/{board}'>;
export type Phase = Competition['phases'][number];
export type PhaseReply = Reply<'get', '/api/boards/{board}/phases/{phase}'>;
export type Board = PhaseReply['board'];
export type BoardRow = Board['rows'][number];
export type Submission = Reply<'get', '/api/boards/{board}/submissions'>['submissions'][number];

export function boardPath(board: string, ...rest: readonly (string | number)[]): string {
  return ['/boards', ...[board, ...rest].map((part) => encodeURIComponent(part))].join('/');
}

type Timed = Pick<Phase, 'start' | 'end' | 'state'>;

/** "runs until 3 Jan 2027, 12:00". */
export function phaseWords({ start, end, state }: Timed): string {
  if (state === 'coming') return `begins ${moment(start)}`;
  if (state === 'over') return end === null ? 'is over' : `ended ${moment(end)}`;
  return end === null ? 'runs without an end date' : `runs until ${moment(end)}`;
}

/** The phase that a reader wants first: the one that runs, else the last one that is over, else the first. */
export function mainPhase<P extends Timed>(phases: readonly P[]): P | undefined {
  return phases.find(({ state }) => state === 'running') ?? phases.findLast(({ state }) => state === 'over') ?? phases[0];
}
