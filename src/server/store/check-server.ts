/** What a PostgreSQL must be like before anything is called saved on it, and what is said of one that cannot be reached. */
import { SetupError } from '../../core/index.ts';
import { codeOf, type Sql } from './transact.ts';

const OLDEST = 15;

/** Checksums are asked of our own databases only: whether another one has them is its owner's choice. */
export async function checkServer(sql: Sql, { embedded }: { embedded: boolean }): Promise<void> {
  const [server] = await sql`
    select current_setting('server_version_num')::integer as version, current_setting('fsync') as fsync,
      current_setting('full_page_writes') as pages, current_setting('data_checksums') as checksums,
      current_setting('synchronous_commit') as commits, current_setting('server_encoding') as encoding`;
  if (server.version < OLDEST * 10_000)
    throw new SetupError(`the database is PostgreSQL ${Math.floor(server.version / 10_000)}`, `use PostgreSQL ${OLDEST} or newer`);
  if (server.fsync !== 'on' || server.pages !== 'on')
    throw new SetupError('the database does not write to the disk before it answers', 'set fsync and full_page_writes to on');
  if (server.commits === 'off') throw new SetupError('the database answers before it has written', 'set synchronous_commit to on');
  if (embedded && server.checksums !== 'on')
    throw new SetupError('the database has no checksums', 'restore a backup into a new data folder');
  if (server.encoding !== 'UTF8')
    throw new SetupError(`the database has the encoding ${server.encoding}`, 'make it with the encoding UTF8');
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its host is not known',
  EAI_AGAIN: 'its host is not known',
  ECONNREFUSED: 'nothing answers there',
  ENOENT: 'nothing answers there',
  CONNECT_TIMEOUT: 'it does not answer',
  '28P01': 'the password is wrong',
  '28000': 'the user is not allowed',
  '3D000': 'there is no such database',
  '42501': 'the user may not make tables in it',
  '53300': 'it has too many connections',
  '57P03': 'it is starting or stopping',
};

/** The address itself is left out: it can hold a password. */
export function explainConnection(error: unknown): unknown {
  const cause = error instanceof Error && error.name === 'StoreUnavailable' ? error.cause : error;
  const reason = REASONS[codeOf(cause)];
  return reason ? new SetupError(`the database of DATABASE_URL cannot be used: ${reason}`) : error;
}
