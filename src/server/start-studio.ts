/** Starts the studio: opens the store, composes the logic, listens, and makes a link for the owner. */
import { join } from 'node:path';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { type App, InputError, version } from '../core/index.ts';
import { createApi, loadPages } from './api/index.ts';
import { type RunningWorker, scoringOf, startWorker } from './boards/index.ts';
import { type Listening, type ListenOptions, listen } from './listen.ts';
import type { LogEntry } from './log.ts';
import { createInvitation, openStore, type Store } from './store/index.ts';
import { createCatalog, createComputed, openSecret, type Studio } from './studio/index.ts';
import { WEB_FOLDER } from './web-folder.ts';

export interface StudioOptions {
  app: App;
  /** The data folder: the embedded database, the secret, what the demonstration makes. */
  data: string;
  /** DATABASE_URL, in place of an embedded database. */
  databaseUrl?: string;
  datasets: string;
  runs: string;
  modules?: readonly string[];
  host: string;
  port: number;
  origin?: string;
  tls?: { cert: string; key: string };
  demo?: boolean;
  /** The built pages. */
  web?: string;
  /** false: submissions are scored by `sensebench worker` alone. */
  worker?: boolean;
  /** Between two looks of that worker at an empty queue. */
  workerIdleMs?: number;
  /** One line for the log. */
  log(line: string): void;
  /** Requests and jobs, for a structured log. */
  entry?(entry: LogEntry): void;
  /** The database is in other hands: the server must stop. */
  onLost?(error: Error): void;
}

export interface RunningStudio {
  url: string;
  /** Where the owner begins. */
  link: string;
  studio: Studio;
  close(): Promise<void>;
}

const OWNER_DAYS = 30;

export async function startStudio(options: StudioOptions): Promise<RunningStudio> {
  const {
    app,
    data,
    databaseUrl,
    datasets,
    runs,
    modules,
    host,
    port,
    origin,
    tls,
    demo = false,
    web = WEB_FOLDER,
    log,
    entry,
    onLost,
  } = options;
  checkOrigin(origin);
  const secret = await openSecret(data);
  const place = databaseUrl === undefined ? { data } : { url: databaseUrl };
  const store = await openStore({ ...place, command: 'serve', owner: true, say: log, ...(onLost ? { onLost } : {}) });
  let listening: Listening | undefined;
  let worker: RunningWorker | undefined;
  try {
    const catalog = createCatalog({ app, datasets, runs, modules, except: [join(data, 'db')] });
    const address = () => origin ?? `${tls ? 'https' : 'http'}://${nameOf(host)}:${listening?.port ?? port}`;
    const studio: Studio = { sql: store.sql, app, catalog, secret, computed: createComputed(), demo, address, say: log };
    const api = createApi({
      studio,
      pages: loadPages(web),
      version,
      log,
      tls: tls !== undefined || (origin?.startsWith('https:') ?? false),
      addressOf: (c) => addressOf(c, origin !== undefined),
      ...(origin === undefined ? {} : { origin }),
    });
    const answer: ListenOptions['fetch'] = entry ? timed(api.fetch, entry) : api.fetch;
    listening = await listen({ fetch: answer, host, port, ...(tls ? { tls } : {}) });
    const link = await ownerLink(studio);
    if (options.worker !== false)
      worker = startWorker({ world: scoringOf(studio), log: entry ?? (() => undefined), idleMs: options.workerIdleMs });
    return { url: address(), link, studio, close: () => closeAll(store, { listening, worker }) };
  } catch (error) {
    await closeAll(store, { listening, worker });
    throw error;
  }
}

/** A fresh token with every start; earlier ones stay valid until they expire. */
async function ownerLink(studio: Studio): Promise<string> {
  const { token } = await createInvitation(studio.sql, { study: null, role: 'owner', label: 'owner', days: OWNER_DAYS });
  return `${studio.address()}/join#${token}`;
}

/** Requests under way and the job under way are finished first. */
async function closeAll(store: Store, { listening, worker }: { listening?: Listening; worker?: RunningWorker }): Promise<void> {
  await Promise.all([listening?.close(), worker?.stop()]);
  await store.close();
}

/** Tokens are in fragments and headers, so an address holds none. */
function timed(fetch: ListenOptions['fetch'], entry: (entry: LogEntry) => void): ListenOptions['fetch'] {
  return async (request, env) => {
    const begun = performance.now();
    const response = await fetch(request, env);
    const { pathname } = new URL(request.url);
    entry({ event: 'request', method: request.method, path: pathname, status: response.status, ms: Math.round(performance.now() - begun) });
    return response;
  };
}

function checkOrigin(origin: string | undefined): void {
  if (origin === undefined) return;
  let parsed: URL | undefined;
  try {
    parsed = new URL(origin);
  } catch {
    parsed = undefined;
  }
  if (parsed?.origin !== origin || !/^https?:$/.test(parsed.protocol))
    throw new InputError(`--origin: ${JSON.stringify(origin)} is not an origin`, {
      expected: 'scheme and host alone, like https://studio.example.org',
    });
}

/** IPv6 addresses are written in brackets; what listens everywhere is reached on this machine. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

const LOCAL = /^(127\.|::1$|::ffff:127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|f[cd])/;

/** Behind a reverse proxy (--origin) of this machine or network, the last address that the proxy has noted. */
function addressOf(c: Context, proxied: boolean): string {
  const address = getConnInfo(c).remote.address ?? 'unknown';
  const noted = proxied && LOCAL.test(address) ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return noted || address;
}
