/** One owner of a store: an advisory lock on a connection of its own, taken again when PostgreSQL was restarted. */
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { SetupError } from '../../core/index.ts';
import type { Sql } from './transact.ts';

/** Any number that is not the migration's. */
const OWNER_LOCK = 7_311_030;
/** A killed owner's connection ends a moment after it. */
const PATIENCE_MS = 3000;

/** At most 63 bytes: PostgreSQL cuts names there. */
export function connectionName(command: string): string {
  return `sensebench ${command}, process ${process.pid} on ${hostname()}`.slice(0, 63);
}

/** `sql` must have one connection that never ends by itself. */
export async function tryOwn(sql: Sql): Promise<boolean> {
  const [{ owned }] = await sql`select pg_try_advisory_lock(${OWNER_LOCK}) as owned`;
  return owned === true;
}

export async function own(sql: Sql, place: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await tryOwn(sql))) {
    if (performance.now() > deadline) {
      const holder = await findOwner(sql);
      throw new SetupError(`${place} is in use by ${holder ?? 'another process'}`, 'stop that one first');
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

/** Clients of the server besides our own connections, which may still be ending. */
export async function countOthers(sql: Sql): Promise<number> {
  const [{ others }] = await sql`
    select count(*) as others from pg_stat_activity
    where backend_type = 'client backend' and application_name <> current_setting('application_name')`;
  return Number(others);
}
