/** A worker that takes scoring jobs from the store one by one, renews its lease meanwhile, and stops between jobs on request. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { InputError } from 'sensebench/internal/core';
import { failJob, type LeasedJob, leaseJob, renewJob } from '../store/job-queue.ts';
import { StoreUnavailable } from '../store/refusal.ts';
import type { Scoring } from './open-board.ts';
import { runScoreJob, SCORE } from './score-job.ts';

/** A structured log entry. */
export type WorkerEvent =
  | { event: 'taken'; job: string; tries: number }
  | { event: 'scored'; job: string; ms: number }
  | { event: 'lost'; job: string }
  | { event: 'failed'; job: string; error: string; retry: boolean }
  | { event: 'waiting'; error: string };

export interface WorkerOptions {
  world: Scoring;
  log(event: WorkerEvent): void;
  /** How long a lease is valid without renewal. */
  leaseSeconds?: number;
  /** The pause between two checks of an empty queue. */
  idleMs?: number;
  name?: string;
}

export interface RunningWorker {
  /** Waits up to `graceMs` for the running job, then leaves it to other workers. */
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
        // The database is unavailable or cannot write; jobs stay queued.
        log({ event: 'waiting', error: messageOf(error) });
        await pause(error instanceof StoreUnavailable ? idleMs : 2 * idleMs);
      }
    }
  }

  /** What the sender sees if the job does not succeed in the end. */
  function reasonOf(error: unknown, job: string): string {
    if (leaving.signal.aborted) return 'the worker was stopped';
    if (error instanceof StoreUnavailable) return 'the database was unavailable';
    return `the scorer failed; the worker log has the details under ${job.slice(0, 8)}`;
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
      // Only invalid predictions fail for good; everything else is retried.
      const isInvalid = error instanceof InputError;
      const reason = isInvalid ? error.message : reasonOf(error, job);
      log({
        event: 'failed',
        job,
        error: error instanceof Error && !isInvalid ? (error.stack ?? error.message) : messageOf(error),
        retry: !isInvalid,
      });
      await failJob(world.sql, { ...lease, error: reason, retry: !isInvalid });
    } finally {
      clearInterval(timer);
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
