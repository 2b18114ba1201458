/** Opens a connection pool with our settings: durable commits, timeouts, our schema, no notices. */
import postgres from 'postgres';
import { DATABASE_USER } from '../postgres/data-folder.ts';
import { openSocket } from './steady-socket.ts';
import type { Sql } from './transact.ts';

export interface Address {
  /** The folder and port of a Unix socket, or DATABASE_URL. */
  socket?: { folder: string; port: number };
  url?: string;
}

export interface ConnectOptions {
  /** Shown in pg_stat_activity. */
  name: string;
  most?: number;
  database?: string;
  statementSeconds?: number;
  /** For connections that hold a lock: they must not be closed when idle or old. */
  endless?: boolean;
}

export function connect({ socket, url }: Address, options: ConnectOptions): Sql {
  const { name, most = 10, database = 'sensebench', statementSeconds = 30, endless = false } = options;
  // The types of postgres.js lack `socket`.
  const settings: postgres.Options<Record<string, never>> & { socket: typeof openSocket } = {
    max: most,
    // Notices on standard output would corrupt --json output.
    onnotice: () => undefined,
    socket: openSocket,
    // If the connection breaks during the query for array types, nothing catches the error.
    fetch_types: false,
    connect_timeout: 10,
    idle_timeout: endless ? 0 : 300,
    ...(endless ? { max_lifetime: null } : {}),
    backoff: (tries) => Math.min(0.05 * 2 ** tries, 1),
    connection: {
      application_name: name,
      search_path: 'sensebench',
      synchronous_commit: 'on',
      statement_timeout: statementSeconds * 1000,
      idle_in_transaction_session_timeout: 60_000,
      timezone: 'UTC',
    },
  };
  if (url !== undefined) return postgres(url, settings);
  return postgres({
    ...settings,
    host: socket?.folder,
    port: socket?.port,
    username: DATABASE_USER,
    database,
    path: socket && `${socket.folder}/.s.PGSQL.${socket.port}`,
  });
}
