/** Opens the store of a data folder or of DATABASE_URL: starts or adopts PostgreSQL, checks it, takes ownership, and migrates. */
import { setTimeout as wait } from 'node:timers/promises';
import { SetupError } from 'sensebench/internal/core';
import { placesIn } from '../postgres/data-folder.ts';
import { findRunning, launchPostgres, stopPostgres } from '../postgres/launch-postgres.ts';
import { type Address, connect } from './connect.ts';
import { checkApplied, migrate, readApplied } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { connectionName, countOthers, keepRunning, takeOwnership, tryOwnership } from './ownership.ts';
import { again, codeOf, type Sql } from './transact.ts';

export interface StoreOptions {
  /** The data folder of an embedded PostgreSQL. */
  data?: string;
  /** DATABASE_URL, instead of a folder. */
  url?: string;
  /** The name of the command, like `serve`, for error messages of other processes. */
  command: string;
  /** Only one process may own a store; `serve` does. */
  owner?: boolean;
  /** false leaves the schema as it is. */
  migrated?: boolean;
  /** Called if ownership was lost while the database restarted. */
  onLost?(error: Error): void;
  say?(line: string): void;
  /** How long to wait for a starting database. */
  openMs?: number;
}

export interface Store {
  sql: Sql;
  /** For connections of worker processes. */
  address: Address;
  /** The current process id of an embedded PostgreSQL; null for an external one. */
  postgresPid(): number | null;
  /** The last process to close the store stops an embedded PostgreSQL. */
  close(): Promise<void>;
}

const OPEN_MS = 60_000;
const MIGRATION_MS = 10_000;

export async function openStore(options: StoreOptions): Promise<Store> {
  const { data, url } = options;
  if (url !== undefined && data === undefined)
    return openAt({ url }, options).catch((error: unknown) => Promise.reject(explainConnection(error)));
  if (data === undefined) throw new SetupError('the store needs a data folder or a database', 'pass --data FOLDER or set DATABASE_URL');
  // Another process may be stopping PostgreSQL at this moment; then it is started again.
  for (let tries = 1; ; tries++) {
    const running = await launchPostgres(data);
    const socket = { folder: running.socket, port: running.port };
    try {
      await createDatabase({ socket });
      return await openAt({ socket }, { ...options, owner: options.owner || !running.adopted });
    } catch (error) {
      if (!running.adopted) await stopPostgres(data, running.pid);
      if (tries >= 5 || findRunning(placesIn(data)) !== null || error instanceof SetupError) throw error;
    }
  }
}

async function openAt(
  address: Address,
  { data, command, owner = false, migrated = true, onLost, say, openMs = OPEN_MS }: StoreOptions,
): Promise<Store> {
  const name = connectionName(command);
  const lock = connect(address, { name, most: 1, endless: true });
  const sql = connect(address, { name });
  const end = async () => {
    await Promise.all([sql.end({ timeout: 5 }), lock.end({ timeout: 5 })]);
  };
  try {
    await again(() => checkServer(sql, { embedded: data !== undefined }), { patienceMs: openMs });
    if (owner) await takeOwnership(lock, data === undefined ? 'the database of DATABASE_URL' : `the data folder ${placesIn(data).folder}`);
    if (migrated && owner) await migrate(sql);
    else if (migrated) await waitForNewest(sql);
  } catch (error) {
    await end();
    throw error;
  }
  const keeper = owner ? keepRunning({ data, lock, onLost, say }) : null;
  return {
    sql,
    address,
    postgresPid: () => (data === undefined ? null : (findRunning(placesIn(data))?.pid ?? null)),
    close: async () => {
      await keeper?.stop();
      await sql.end({ timeout: 5 });
      const last = data !== undefined && (await isLast(lock));
      await lock.end({ timeout: 5 });
      const running = last ? findRunning(placesIn(data)) : null;
      if (running && data !== undefined) await stopPostgres(data, running.pid);
    },
  };
}

/** Additional connections to an open store. */
export function connectTo(address: Address, { command, most }: { command: string; most: number }): Sql {
  return connect(address, { name: connectionName(command), most });
}

async function isLast(lock: Sql): Promise<boolean> {
  try {
    return (await tryOwnership(lock)) && (await countOthers(lock)) === 0;
  } catch {
    // The database has already stopped.
    return false;
  }
}

/** The owner of the database may still be migrating it. */
async function waitForNewest(sql: Sql): Promise<void> {
  for (const deadline = performance.now() + MIGRATION_MS; ; await wait(100)) {
    const done = await readApplied(sql);
    checkApplied(done);
    if (done.length === MIGRATIONS.length) return;
    if (performance.now() > deadline)
      throw new SetupError(
        'the database was created by an older version of sensebench',
        'run `sensebench store migrate`, or restart `serve`',
      );
  }
}

async function createDatabase(address: Address): Promise<void> {
  const sql = connect(address, { name: connectionName('start'), most: 1, database: 'postgres' });
  try {
    await again(
      async () => {
        if ((await sql`select from pg_database where datname = 'sensebench'`).length > 0) return;
        await sql`create database sensebench`.catch((error: unknown) => {
          // Another process created it at the same moment.
          if (codeOf(error) !== '42P04' && codeOf(error) !== '23505') throw error;
        });
      },
      { patienceMs: OPEN_MS },
    );
  } finally {
    await sql.end({ timeout: 5 });
  }
}

const OLDEST = 15;

/** Checksums are required of our own databases only; for external ones they are the operator's choice. */
async function checkServer(sql: Sql, { embedded }: { embedded: boolean }): Promise<void> {
  const [server] = await sql`
    select current_setting('server_version_num')::integer as version, current_setting('fsync') as fsync,
      current_setting('full_page_writes') as pages, current_setting('data_checksums') as checksums,
      current_setting('synchronous_commit') as commits, current_setting('server_encoding') as encoding`;
  if (server.version < OLDEST * 10_000)
    throw new SetupError(`the database is PostgreSQL ${Math.floor(server.version / 10_000)}`, `use PostgreSQL ${OLDEST} or newer`);
  if (server.fsync !== 'on' || server.pages !== 'on')
    throw new SetupError('the database does not flush data to disk', 'set fsync and full_page_writes to on');
  if (server.commits === 'off')
    throw new SetupError('the database acknowledges commits before they are on disk', 'set synchronous_commit to on');
  if (embedded && server.checksums !== 'on')
    throw new SetupError('the database has no checksums', 'restore a backup into a new data folder');
  if (server.encoding !== 'UTF8')
    throw new SetupError(`the database uses the encoding ${server.encoding}`, 'create it with the encoding UTF8');
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its host is unknown',
  EAI_AGAIN: 'its host is unknown',
  ECONNREFUSED: 'the connection was refused',
  ENOENT: 'the connection was refused',
  CONNECT_TIMEOUT: 'the connection timed out',
  '28P01': 'the password is wrong',
  '28000': 'the user may not connect',
  '3D000': 'the database does not exist',
  '42501': 'the user may not create tables in it',
  '53300': 'it has too many connections',
  '57P03': 'it is starting or stopping',
};

/** Does not show the URL, which may contain a password. */
function explainConnection(error: unknown): unknown {
  const cause = error instanceof Error && error.name === 'StoreUnavailable' ? error.cause : error;
  const reason = REASONS[codeOf(cause)];
  return reason ? new SetupError(`the database of DATABASE_URL cannot be used: ${reason}`) : error;
}
