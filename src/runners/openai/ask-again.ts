/** Which failures of a server a later try may cure, how long to wait for it, and what is said when all tries failed. */
import { RunnerError } from '../../core/index.ts';
import { ConnectionError, RefusedAnswer, StatusError } from './post-json.ts';

/** The server answered 200 with something else than an answer, or not in time: a later try may do better. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
}

/** Statuses that a later try may cure. */
const PASSING = new Set([408, 409, 425, 429]);

/** A server that asks for more than ten minutes is asked again after ten. */
export const LONGEST_ASKED_WAIT = 600_000;

export function isPassing(error: Error): boolean {
  if (error instanceof StatusError) return PASSING.has(error.status) || error.status >= 500;
  if (error instanceof RefusedAnswer) return false;
  // No status: the connection broke, the time ended, or the body was cut or no JSON. A user's stop is seen by the signal.
  return true;
}

/** The whole answer must be there in time, its body too. */
export async function within<T>(ms: number, outer: AbortSignal, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort(outer.reason);
  const timer = setTimeout(() => controller.abort(new Error('time limit')), ms);
  outer.addEventListener('abort', stop);
  try {
    outer.throwIfAborted();
    return await run(controller.signal);
  } catch (error) {
    if (controller.signal.aborted && !outer.aborted) throw new WrongAnswer(`no answer within ${ms / 1000} s`);
    throw error;
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', stop);
  }
}

export function retryAfterMs(error: Error, now: number): number {
  const header = error instanceof StatusError ? error.retryAfter : undefined;
  if (!header) return 0;
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isFinite(wait) ? Math.max(0, wait) : 0;
}

export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}

/** The cause is dropped: a server's error message can contain our prompt or key. */
export function toRunnerError(
  error: unknown,
  { model, address, clean }: { model: string; address: string; clean(text: string): string },
): RunnerError {
  const said =
    error instanceof ConnectionError
      ? `the connection to ${address} failed${codeOf(error)}`
      : error instanceof Error
        ? error.message
        : String(error);
  const retryable = error instanceof Error && isPassing(error);
  return new RunnerError(`${model}: ${clean(said).split('\n')[0].slice(0, 300)}`, { retryable });
}

/** The code is some causes deep: fetch wraps the socket's error. */
function codeOf(error: unknown): string {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string') return ` (${at.code})`;
  }
  return '';
}
