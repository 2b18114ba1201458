/** Starts the studio: opens the store, builds the API, listens, and creates a sign-in link for the owner. */
import { hostname } from 'node:os';
import { join } from 'node:path';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { BENCHMARK_NAMES } from 'sensebench/internal/app';
import { type App, InputError, version } from 'sensebench/internal/core';
import { type RunningWorker, startWorker } from './boards/board-worker.ts';
import { scoringOf } from './boards/open-board.ts';
import { createComputed } from './computed.ts';
import { createApi } from './create-api.ts';
import { isLoopback, isNearby } from './http/client-address.ts';
import { hostCheck } from './http/host-and-origin.ts';
import { type Listening, type ListenOptions, listen } from './listen.ts';
import type { LogEntry } from './log.ts';
import { type LoopMonitor, startLoopMonitor } from './loop-monitor.ts';
import { loadPages } from './pages.ts';
import { listOwnerLinks, makeStartLink } from './people/owner-links.ts';
import { openStore, type Store } from './store/open-store.ts';
import { createCatalog } from './studies/catalog.ts';
import { openSecret } from './studies/secret.ts';
import type { Studio } from './studio.ts';
import { startTaskWorkers, type TaskWorkers } from './tasks/task-workers.ts';

export interface StudioOptions {
  app: App;
  /** The data folder: the embedded database, the secret and the demonstration's files. */
  data: string;
  /** DATABASE_URL, instead of an embedded database. */
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
  /** How long that worker waits between two checks of an empty queue. */
  workerIdleMs?: number;
  /** Writes one line to the log. */
  log(line: string): void;
  /** Requests and jobs, for a structured log. */
  entry?(entry: LogEntry): void;
  /** Another process has taken over the database, so the server must stop. */
  onLost?(error: Error): void;
}

export interface RunningStudio {
  url: string;
  /** The owner's sign-in link. */
  link: string;
  /** The number of valid owner links, including this one. */
  ownerLinks: number;
  studio: Studio;
  close(): Promise<void>;
}

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
  let workers: TaskWorkers<Studio> | undefined;
  let stopMonitor: (() => void) | undefined;
  try {
    const except = [join(data, 'db')];
    const catalog = createCatalog({ app, datasets, runs, modules, except });
    const address = () => origin ?? `${tls ? 'https' : 'http'}://${nameOf(host)}:${listening?.port ?? port}`;
    workers = startTaskWorkers({
      world: () => ({ database: store.address, datasets, runs, modules: modules ?? [], except, secret, demo, address: address() }),
      now: app.now,
      say: log,
    });
    const studio: Studio = { sql: store.sql, app, catalog, secret, computed: createComputed(), tasks: workers, demo, address, say: log };
    // Loaded now: loading a module later would block the event loop during the first request that needs it.
    await Promise.all(BENCHMARK_NAMES.map((name) => app.benchmark(name)));
    let monitor: LoopMonitor | undefined;
    const api = createApi({
      studio,
      loopDelay: () => monitor?.delay() ?? { p99: 0, max: 0 },
      pages: loadPages(web),
      version,
      log,
      tls: tls !== undefined || (origin?.startsWith('https:') ?? false),
      addressOf: (c) => addressOf(c, origin !== undefined),
      ...(origin === undefined ? { isOwnHost: hostCheck({ host, machine: hostname() }) } : { origin }),
    });
    const answer: ListenOptions['fetch'] = entry ? timed(api.fetch, entry) : api.fetch;
    listening = await listen({ fetch: answer, host, port, isProxy: origin === undefined ? isLoopback : isNearby, ...(tls ? { tls } : {}) });
    // Started only now: no requests were waiting before.
    monitor = startLoopMonitor({ onHeld: (delay) => entry?.({ event: 'held', ...delay }) });
    stopMonitor = monitor.stop;
    const { token } = await makeStartLink(store.sql);
    const link = `${address()}/join#${token}`;
    const ownerLinks = (await listOwnerLinks(store.sql)).length;
    if (options.worker !== false)
      worker = startWorker({ world: scoringOf(studio), log: entry ?? (() => undefined), idleMs: options.workerIdleMs });
    return { url: address(), link, ownerLinks, studio, close: () => closeAll(store, { listening, worker, workers, stopMonitor }) };
  } catch (error) {
    await closeAll(store, { listening, worker, workers, stopMonitor });
    throw error;
  }
}

interface Running {
  listening: Listening;
  worker: RunningWorker;
  workers: TaskWorkers<Studio>;
  stopMonitor(): void;
}

/** Running requests and the running job finish first. */
async function closeAll(store: Store, { listening, worker, workers, stopMonitor }: Partial<Running>): Promise<void> {
  stopMonitor?.();
  await Promise.all([listening?.close(), worker?.stop()]);
  await workers?.close();
  await store.close();
}

/** Paths are safe to log: tokens travel in fragments and headers only. */
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
      expected: 'a scheme and a host, like https://studio.example.org',
    });
}

/** The host as part of a URL: IPv6 addresses in brackets, and localhost for a server that listens on all addresses. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Behind a reverse proxy (--origin) on this machine or network, the last address that the proxy recorded. */
function addressOf(c: Context, proxied: boolean): string {
  const address = getConnInfo(c).remote.address ?? 'unknown';
  const noted = proxied && isNearby(address) ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return noted || address;
}

const WEB_FOLDER = join(import.meta.dirname, '../../dist/web');
