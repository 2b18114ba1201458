/** The whole HTTP server as one handler: the guard, all routes, their OpenAPI document, and the pages. */
import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { once } from 'sensebench/internal/core';
import * as annotators from './annotators/annotators-api.ts';
import * as boards from './boards/board-api.ts';
import * as boardOwners from './boards/board-owner-api.ts';
import * as submissions from './boards/submission-api.ts';
import { type Access, ANYONE, type DescribedRoute, keyOf } from './http/access.ts';
import { createGuard, type GuardOptions } from './http/guard.ts';
import { newApi } from './http/new-api.ts';
import { Problem, problemOf } from './http/problem.ts';
import type { Pages } from './pages.ts';
import * as ownerLinks from './people/owner-link-api.ts';
import * as sessions from './people/session-api.ts';
import { whoIs } from './people/sessions.ts';
import * as results from './results/results-api.ts';
import * as studies from './results/studies-api.ts';
import { StoreRefusal, StoreUnavailable } from './store/refusal.ts';
import { again } from './store/transact.ts';
import * as catalog from './studies/catalog-api.ts';
import type { Studio } from './studio.ts';
import { Busy } from './tasks/task.ts';
import * as work from './work/work-api.ts';

const SUBJECTS = [sessions, ownerLinks, catalog, studies, annotators, work, results, boardOwners, boards, submissions] as const;

type In<Module> = Module extends unknown ? Module[keyof Module] : never;
/** A route of any subject; the pages' calls are typed by these. */
export type Route = Extract<In<(typeof SUBJECTS)[number]>, { method: string; path: string }>;

/** The callers of each route, by method and path, like `get /api/session`. Anything else is refused. */
export const ACCESS: Readonly<Record<string, Access>> = {
  ...{ 'get /healthz': ANYONE, 'get /readyz': ANYONE, 'get /api/openapi.json': ANYONE },
  ...Object.fromEntries(
    SUBJECTS.flatMap((subject) => Object.values<unknown>(subject))
      .filter(isRoute)
      .map((route) => [keyOf(route), { roles: route['x-roles'], scope: route['x-scope'] }]),
  ),
};

export interface ApiOptions extends Pick<GuardOptions, 'origin' | 'tls' | 'addressOf' | 'isOwnHost'> {
  studio: Studio;
  pages: Pages;
  version: string;
  /** Writes one line to the server log. */
  log(line: string): void;
  rates?: GuardOptions['rates'];
  /** The event loop delay of the last minute, for /readyz. */
  loopDelay?(): { p99: number; max: number };
  /** A monotonic clock, in milliseconds. */
  clock?(): number;
}

/** Enough for fifty people behind one address who read and join at the same time. */
const RATES: GuardOptions['rates'] = {
  session: { burst: 200, perSecond: 50 },
  visitor: { burst: 200, perSecond: 10 },
  failure: { burst: 50, perSecond: 1 },
};

export function createApi(options: ApiOptions) {
  const {
    studio,
    pages,
    version,
    log,
    origin,
    tls,
    addressOf,
    isOwnHost,
    loopDelay,
    rates = RATES,
    clock = () => performance.now(),
  } = options;
  const { sql } = studio;
  const app = newApi();
  app.use(createGuard({ access: ACCESS, findSession: (token) => whoIs(sql, { token }), addressOf, isOwnHost, origin, tls, rates, clock }));
  app.onError((error, c) => {
    const problem = translate(error);
    const { status, body } = problemOf(problem, {
      makeId: () => randomUUID().slice(0, 8),
      report: (id, bug) =>
        log(`${id} ${c.req.method} ${c.req.routePath}: ${bug instanceof Error ? (bug.stack ?? bug.message) : String(bug)}`),
    });
    if (status === 429 || status === 503) c.header('Retry-After', String(secondsUntil(problem, studio.app.now())));
    return c.json(body, status);
  });
  app.notFound((c) => {
    const page = c.req.method === 'GET' || c.req.method === 'HEAD' ? pages.answer(c.req.path, c.req.header('if-none-match')) : null;
    if (!page) return c.json({ problem: 'there is no such page' }, 404);
    // Keeps the headers that the guard has set.
    return c.newResponse(page.body, page);
  });
  const api = app
    .route('/', sessions.sessionApi({ studio, tls, clock }))
    .route('/', ownerLinks.ownerLinksApi(studio))
    .route('/', catalog.datasetsApi(studio))
    .route('/', studies.studiesApi(studio))
    .route('/', annotators.peopleApi(studio))
    .route('/', work.workApi({ studio, tls, clock }))
    .route('/', results.resultsApi(studio))
    .route('/', boardOwners.boardOwnersApi(studio))
    .route('/', boards.boardsApi(studio))
    .route('/', submissions.submissionsApi(studio));
  const described = once(() =>
    api.getOpenAPI31Document({
      openapi: '3.1.0',
      info: {
        title: 'sensebench studio',
        version,
        description: 'Annotation and leaderboards of commonsense benchmarks. Sessions are cookies or bearer tokens.',
      },
    }),
  );
  app.get('/api/openapi.json', (c) => c.json(described()));
  app.get('/healthz', (c) => c.text('ok\n'));
  app.get('/readyz', (c: Context) =>
    again(() => sql`select 1`, { patienceMs: 2000 }).then(
      () => c.json({ database: 'ok', ...(loopDelay ? { eventLoopMs: loopDelay() } : {}) }),
      () => c.text('the database cannot be reached\n', 503),
    ),
  );
  return api;
}

/** The typed client of the pages is made from this. */
export type StudioApi = ReturnType<typeof createApi>;

const STATUS = { conflict: 409, missing: 404, forbidden: 403, invalid: 422, limited: 429 } as const;

/** Turns refusals of the store into problems. */
function translate(error: unknown): unknown {
  if (error instanceof StoreRefusal) return new Problem(STATUS[error.kind], error.message, { until: error.until });
  if (error instanceof StoreUnavailable || error instanceof Busy) return new Problem(503, error.message);
  return error;
}

/** For Retry-After; five seconds by default. */
function secondsUntil(error: unknown, now: Date): number {
  const until = error instanceof Problem ? error.details.until : undefined;
  return until === undefined ? 5 : Math.max(1, Math.ceil((Date.parse(until) - now.getTime()) / 1000));
}

function isRoute(value: unknown): value is DescribedRoute {
  return typeof value === 'object' && value !== null && 'x-scope' in value;
}
