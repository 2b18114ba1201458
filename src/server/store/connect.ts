/** A pool of connections with our settings: durable commits, time-outs, our schema, no notices. */
import postgres from 'postgres';
import { DATABASE_USER } from '../postgres/data-folder.ts';
import { openSocket } from './steady-socket.ts';
import type { Sql } from './transact.ts';

export interface Address {
  /** A unix socket's folder and port, or DATABASE_URL. */
  socket?: { folder: string; port: number };
  url?: string;
}

export interface ConnectOptions {
  /** Shown in pg_stat_activity: who holds what. */
  name: string;
  most?: number;
  database?: string;
  statementSeconds?: number;
  /** Connections that hold a lock: they must not be ended when they are idle or old. */
  endless?: boolean;
}

export function connect({ socket, url }: Address, options: ConnectOptions): Sql {
  const { name, most = 10, database = 'sensebench', statementSeconds = 30, endless = false } = options;
  // `socket` is not in the types of postgres.js.
  const settings: postgres.Options<Record<string, never>> & { socket: typeof openSocket } = {
    max: most,
    // A notice printed to standard output would spoil --json.
    onnotice: () => undefined,
    socket: openSocket,
    // Its question for array types has nobody who catches its error when the connection breaks.
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
