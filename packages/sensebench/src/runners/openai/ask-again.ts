/** Which failures of a server a later try may cure, how long to wait for it, and what is said when all tries failed. */

import { RunnerError } from '@sensebench/metrics/internal/core';
import pRetry from 'p-retry';
import { ConnectionError, RefusedAnswer, StatusError } from './post-json.ts';

/** The server answered 200 with something else than an answer, or not in time: a later try may do better. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
}

/** Statuses that a later try may cure. */
const PASSING = new Set([408, 409, 425, 429]);

/** A server that asks for more than ten minutes is asked again after ten. */
const LONGEST_ASKED_WAIT = 600_000;

export interface AskAgainOptions {
  address: string;
  retries: number;
  /** Least and longest wait between tries. */
  waitMs: { least: number; longest: number };
  now(): number;
  /** One line for the user: which try is next. */
  say?(line: string): void;
}

/** A server that has never answered and refuses connections is most likely not running. */
const RETRIES_OF_REFUSED = 1;
const UNREACHABLE: ReadonlySet<string | undefined> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', undefined]);
const BETWEEN_LINES_MS = 2000;

/** Calls a function until it succeeds, and remembers for all calls whether the server was ever there. */
export function createAskAgain({ address, retries, waitMs, now, say }: AskAgainOptions) {
  let reached = false;
  let saidAt = Number.NEGATIVE_INFINITY;
  const mayRetry = (error: Error, attempt: number) =>
    isPassing(error) && (reached || !isUnreachable(error) || attempt <= RETRIES_OF_REFUSED);
  return async <T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> => {
    const result = await pRetry(run, {
      retries,
      signal,
      minTimeout: waitMs.least,
      maxTimeout: waitMs.longest,
      randomize: true,
      shouldRetry: ({ error, attemptNumber }) => mayRetry(error, attemptNumber),
      onFailedAttempt: async ({ error, attemptNumber, retriesLeft }) => {
        if (!isUnreachable(error)) reached = true;
        if (retriesLeft <= 0 || !mayRetry(error, attemptNumber)) return;
        if (now() - saidAt >= BETWEEN_LINES_MS) {
          saidAt = now();
          say?.(`${address}: ${describeFailure(error)}; retrying ${attemptNumber} of ${retries} …`);
        }
        const asked = retryAfterMs(error, now());
        if (asked > 0) await sleep(Math.min(asked, LONGEST_ASKED_WAIT), signal);
      },
    });
    reached = true;
    return result;
  };
}

/** Nobody listens at the address, it does not exist, or fetch refuses it (a port of another protocol), which has no code. */
function isUnreachable(error: Error): boolean {
  return error instanceof ConnectionError && UNREACHABLE.has(codeOf(error));
}

function describeFailure(error: Error): string {
  if (error instanceof StatusError) return `status ${error.status}`;
  return error instanceof ConnectionError ? `connection failed${inBrackets(codeOf(error))}` : error.message;
}

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

function retryAfterMs(error: Error, now: number): number {
  const header = error instanceof StatusError ? error.retryAfter : undefined;
  if (!header) return 0;
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isFinite(wait) ? Math.max(0, wait) : 0;
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
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
      ? `the connection to ${address} failed${inBrackets(codeOf(error))}${isUnreachable(error) ? '; is the server running, and its address right?' : ''}`
      : error instanceof Error
        ? error.message
        : String(error);
  const retryable = error instanceof Error && isPassing(error);
  return new RunnerError(`${model}: ${clean(said).split('\n')[0].slice(0, 300)}`, { retryable });
}

/** The code is some causes deep: fetch wraps the socket's error. */
function codeOf(error: unknown): string | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return undefined;
}

function inBrackets(code: string | undefined): string {
  return code === undefined ? '' : ` (${code})`;
}
