/** The whole HTTP server as one handler: the guard, the routes, the document that describes them, and the pages. */
import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { again, StoreRefusal, StoreUnavailable, whoIs } from '../store/index.ts';
import type { Studio } from '../studio/index.ts';
import { createGuard, type GuardOptions } from './guard.ts';
import { boardOwnersApi } from './handlers/board-owners.ts';
import { boardsApi } from './handlers/boards.ts';
import { datasetsApi } from './handlers/datasets.ts';
import { peopleApi } from './handlers/people.ts';
import { resultsApi } from './handlers/results.ts';
import { sessionApi } from './handlers/session.ts';
import { studiesApi } from './handlers/studies.ts';
import { submissionsApi } from './handlers/submissions.ts';
import { workApi } from './handlers/work.ts';
import { newApi } from './new-api.ts';
import { describeApi } from './openapi.ts';
import type { Pages } from './pages.ts';
import { Problem, problemOf } from './problem.ts';

export interface ApiOptions extends Pick<GuardOptions, 'origin' | 'tls' | 'addressOf'> {
  studio: Studio;
  pages: Pages;
  version: string;
  /** One line for the log of the server. */
  log(line: string): void;
  rates?: GuardOptions['rates'];
  /** Milliseconds of a clock that never jumps. */
  clock?(): number;
}

/** Fifty people behind one address can join at once; a program that tries tokens gets nowhere. */
const RATES: GuardOptions['rates'] = { session: { burst: 200, perSecond: 50 }, address: { burst: 100, perSecond: 5 } };

export function createApi(options: ApiOptions) {
  const { studio, pages, version, log, origin, tls, addressOf, rates = RATES, clock = () => performance.now() } = options;
  const { sql } = studio;
  const app = newApi();
  app.use(createGuard({ findSession: (token) => whoIs(sql, { token }), addressOf, origin, tls, rates, clock }));
  app.onError((error, c) => {
    const { status, body } = problemOf(translate(error), {
      makeId: () => randomUUID().slice(0, 8),
      report: (id, bug) =>
        log(`${id} ${c.req.method} ${c.req.routePath}: ${bug instanceof Error ? (bug.stack ?? bug.message) : String(bug)}`),
    });
    return c.json(body, status);
  });
  app.notFound((c) => {
    const page = c.req.method === 'GET' || c.req.method === 'HEAD' ? pages.answer(c.req.path, c.req.header('if-none-match')) : null;
    if (!page) return c.json({ problem: 'there is no such page' }, 404);
    // The guard's headers are added to those of the page.
    return c.newResponse(page.body, page);
  });
  const api = app
    .route('/', sessionApi({ studio, tls }))
    .route('/', datasetsApi(studio))
    .route('/', studiesApi(studio))
    .route('/', peopleApi(studio))
    .route('/', workApi({ studio, tls, clock }))
    .route('/', resultsApi(studio))
    .route('/', boardOwnersApi(studio))
    .route('/', boardsApi(studio))
    .route('/', submissionsApi(studio));
  const described = () => describeApi(api, { version });
  app.get('/api/openapi.json', (c) => c.json(described()));
  app.get('/healthz', (c) => c.text('ok\n'));
  app.get('/readyz', (c: Context) =>
    again(() => sql`select 1`, { patienceMs: 2000 }).then(
      () => c.text('ok\n'),
      () => c.text('the database cannot be reached\n', 503),
    ),
  );
  return api;
}

/** The typed client of the pages is made from this. */
export type StudioApi = ReturnType<typeof createApi>;

const STATUS = { conflict: 409, missing: 404, forbidden: 403, invalid: 422 } as const;

/** The store's refusals as problems. */
function translate(error: unknown): unknown {
  if (error instanceof StoreRefusal) return new Problem(STATUS[error.kind], error.message);
  if (error instanceof StoreUnavailable) return new Problem(503, error.message);
  return error;
}
