/** A worker: takes scoring jobs from the store one after the other, renews its lease, and stops between jobs when it is told to. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { InputError } from '../../core/index.ts';
import { failJob, type LeasedJob, leaseJob, renewJob } from '../store/job-queue.ts';
import { StoreUnavailable } from '../store/refusal.ts';
import type { Scoring } from './open-board.ts';
import { runScoreJob, SCORE } from './score-job.ts';

/** One event, for a structured log. */
export type WorkerEvent =
  | { event: 'taken'; job: string; tries: number }
  | { event: 'scored'; job: string; ms: number }
  | { event: 'lost'; job: string }
  | { event: 'failed'; job: string; error: string; retry: boolean }
  | { event: 'waiting'; error: string };

export interface WorkerOptions {
  world: Scoring;
  log(event: WorkerEvent): void;
  /** How long a lease holds without being renewed. */
  leaseSeconds?: number;
  /** Between two looks at an empty queue. */
  idleMs?: number;
  name?: string;
}

export interface RunningWorker {
  /** The job under way is finished first, for as long as `graceMs`; then it is left to others. */
  stop(options?: { graceMs?: number }): Promise<void>;
}

const LEASE_SECONDS = 60;
const GRACE_MS = 20_000;

export function startWorker({ world, log, leaseSeconds = LEASE_SECONDS, idleMs = 500, name }: WorkerOptions): RunningWorker {
  const worker = name ?? `${hostname()}/${process.pid}/${randomUUID().slice(0, 8)}`;
  const stopSignal = new AbortController();
  const leaving = new AbortController();
  const done = loop();
  return {
    async stop({ graceMs = GRACE_MS } = {}) {
      stopSignal.abort();
      const late = setTimeout(() => leaving.abort(), graceMs);
      await done;
      clearTimeout(late);
    },
  };

  async function loop(): Promise<void> {
    while (!stopSignal.signal.aborted) {
      try {
        const lease = await leaseJob(world.sql, { kinds: [SCORE], worker, seconds: leaseSeconds });
        if (lease) await work(lease);
        else await pause(idleMs);
      } catch (error) {
        // The database is away or cannot write: jobs wait in it.
        log({ event: 'waiting', error: messageOf(error) });
        await pause(error instanceof StoreUnavailable ? idleMs : 2 * idleMs);
      }
    }
  }

  async function pause(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: stopSignal.signal }).catch(() => undefined);
  }

  async function work(lease: LeasedJob): Promise<void> {
    const { job, tries } = lease;
    log({ event: 'taken', job, tries });
    const lost = new AbortController();
    const timer = setInterval(
      () => {
        renewJob(world.sql, { ...lease, seconds: leaseSeconds }).then(
          (held) => held || lost.abort(),
          () => undefined,
        );
      },
      (leaseSeconds * 1000) / 3,
    );
    const begun = performance.now();
    try {
      const isStored = await runScoreJob(world, lease, AbortSignal.any([lost.signal, leaving.signal]));
      log(isStored ? { event: 'scored', job, ms: Math.round(performance.now() - begun) } : { event: 'lost', job });
    } catch (error) {
      if (lost.signal.aborted) return log({ event: 'lost', job });
      // The database being away is nobody's fault; neither is being told to stop.
      const passing = error instanceof StoreUnavailable || leaving.signal.aborted;
      const wrong = error instanceof InputError;
      const told = wrong
        ? error.message
        : passing
          ? 'the worker was stopped'
          : `the scorer failed; it is in the log of the worker as ${job.slice(0, 8)}`;
      log({
        event: 'failed',
        job,
        error: error instanceof Error && !wrong ? (error.stack ?? error.message) : messageOf(error),
        retry: !wrong,
      });
      await failJob(world.sql, { ...lease, error: told, retry: !wrong });
    } finally {
      clearInterval(timer);
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
