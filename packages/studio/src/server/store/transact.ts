/** Transactions that are retried when the connection breaks. Ids are chosen before, so repeating a COMMIT is harmless. */
import { setTimeout as wait } from 'node:timers/promises';
import type postgres from 'postgres';
import { StoreUnavailable } from './refusal.ts';

export type Sql = postgres.Sql;
export type Transaction = postgres.TransactionSql;

/** How long callers wait for a restarting database. */
const PATIENCE_MS = 20_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1000;

/** The connection was lost or could not be made, or the database is stopping or starting. */
const BROKEN = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  '53300',
]);
/** Two transactions conflicted: deadlock or serialization failure. */
const COLLIDED = new Set(['40001', '40P01']);
/** The database cannot do what was asked: the disk is full, memory is short, a timeout, read-only. */
const UNABLE = new Map([
  ['53100', 'the disk of the database is full'],
  ['53200', 'the database is out of memory'],
  ['57014', 'the database took too long'],
  ['55P03', 'the database took too long'],
  ['25006', 'the database cannot be written to'],
  ['25P03', 'the database took too long'],
]);

export interface TransactOptions {
  patienceMs?: number;
}

/**
 * `work` may run several times, so ids must be chosen before, and it must do nothing except query the database.
 * Resolves after COMMIT; with synchronous_commit=on the rows are then on disk.
 */
export async function transact<T>(
  sql: Sql,
  work: (tx: Transaction) => Promise<T>,
  { patienceMs = PATIENCE_MS }: TransactOptions = {},
): Promise<T> {
  return again(() => sql.begin((tx) => work(tx)) as Promise<T>, { patienceMs });
}

/** Retries until the database answers, or throws StoreUnavailable after `patienceMs`. For reads and for idempotent writes. */
export async function again<T>(ask: () => Promise<T>, { patienceMs = PATIENCE_MS }: TransactOptions = {}): Promise<T> {
  const start = performance.now();
  let pause = FIRST_PAUSE_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const code = codeOf(error);
      const unable = UNABLE.get(code);
      if (unable) throw new StoreUnavailable(unable, error);
      if (!BROKEN.has(code) && !COLLIDED.has(code)) throw error;
      if (performance.now() - start + pause > patienceMs) throw new StoreUnavailable('the database cannot be reached', error);
      await wait(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    }
  }
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
