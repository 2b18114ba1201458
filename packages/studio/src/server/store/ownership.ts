/** One process owns a store: it holds an advisory lock and restarts a PostgreSQL that died. */
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { SetupError } from 'sensebench/internal/core';
import { placesIn } from '../postgres/data-folder.ts';
import { findRunning, launchPostgres } from '../postgres/launch-postgres.ts';
import { again, type Sql } from './transact.ts';

/** An arbitrary number, different from the lock of migrations. */
const OWNER_LOCK = 7_311_030;
/** The connection of a killed owner closes a moment later. */
const PATIENCE_MS = 3000;

/** PostgreSQL truncates names to 63 bytes. */
export function connectionName(command: string): string {
  return `sensebench ${command}, process ${process.pid} on ${hostname()}`.slice(0, 63);
}

/** `sql` must have a single connection that never closes by itself. */
export async function tryOwnership(sql: Sql): Promise<boolean> {
  const [{ owned }] = await sql`select pg_try_advisory_lock(${OWNER_LOCK}) as owned`;
  return owned === true;
}

export async function takeOwnership(sql: Sql, place: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await tryOwnership(sql))) {
    if (performance.now() > deadline) {
      const holder = await findOwner(sql);
      throw new SetupError(`${place} is in use by ${holder ?? 'another process'}`, 'stop that process first');
    }
    await wait(100);
  }
}

async function findOwner(sql: Sql): Promise<string | null> {
  const rows = await sql`
    select a.application_name as name, a.client_addr::text as address from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.granted and l.objid = ${OWNER_LOCK}
      and l.database = (select oid from pg_database where datname = current_database())`;
  return rows.length === 0 ? null : `${String(rows[0].name)}${rows[0].address ? ` (${String(rows[0].address)})` : ''}`;
}

/** Other clients of the database; our own connections may still be closing. */
export async function countOthers(sql: Sql): Promise<number> {
  const [{ others }] = await sql`
    select count(*) as others from pg_stat_activity
    where backend_type = 'client backend' and application_name <> current_setting('application_name')`;
  return Number(others);
}

const LOOK_MS = 200;
const LONGEST_PAUSE_MS = 5000;

export interface Keeping {
  /** undefined for an external database, which is not ours to restart. */
  data?: string;
  lock: Sql;
  onLost?(error: Error): void;
  say?(line: string): void;
}

export function keepRunning({ data, lock, onLost, say = () => undefined }: Keeping): { stop(): Promise<void> } {
  const stopSignal = new AbortController();
  const done = watch();
  return {
    stop: async () => {
      stopSignal.abort();
      await done;
    },
  };

  async function watch(): Promise<void> {
    let backend = await backendOf(lock);
    let pause = LOOK_MS;
    while (!stopSignal.signal.aborted) {
      await wait(pause, undefined, { signal: stopSignal.signal, ref: false }).catch(() => undefined);
      if (stopSignal.signal.aborted) return;
      try {
        if (data !== undefined && !findRunning(placesIn(data))) {
          say('PostgreSQL has stopped; restarting it');
          await launchPostgres(data);
        }
        const now = await backendOf(lock);
        if (now !== backend) {
          await takeOwnership(lock, 'the store');
          backend = now;
        }
        pause = LOOK_MS;
      } catch (error) {
        if (error instanceof Error && error.name === 'SetupError' && / is in use by /.test(error.message)) {
          onLost?.(error);
          return;
        }
        say(error instanceof Error ? error.message : String(error));
        pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
      }
    }
  }
}

/** A different pid means a new connection, which no longer has the lock. */
async function backendOf(lock: Sql): Promise<number> {
  const [{ pid }] = await again(() => lock`select pg_backend_pid() as pid`, { patienceMs: 2000 });
  return Number(pid);
}
