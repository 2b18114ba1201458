/** What every request passes: headers, body limit, session, rates, origin, and the table of who may call what. */
import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { accessOf, type Caller, judge } from './access.ts';
import { Problem } from './problem.ts';
import { BODY_LIMITS, readWithin, USUAL_LIMIT } from './safety/body-limit.ts';
import { SAFE_HEADERS } from './safety/headers.ts';
import { isOwnOrigin, ownOrigins } from './safety/origin.ts';
import { createRateLimiter, type RateLimit } from './safety/rate-limit.ts';
import { readBearer, readCookie } from './safety/session-cookie.ts';

/** A session, as handlers see it. */
export interface Who extends Caller {
  session: string;
  person: string;
  label: string;
  /** The id and the name of a participant's account. */
  account: string | null;
  accountName: string | null;
}

export interface GuardOptions {
  /** The session of a token; null where there is none, or it has ended. */
  findSession(token: string): Promise<Who | null>;
  /** The browser's address, for rates of visitors. */
  addressOf(c: Context): string;
  /** The origin of --origin. */
  origin?: string;
  tls: boolean;
  rates: { session: RateLimit; address: RateLimit };
  clock(): number;
}

export interface ApiVariables {
  who: Who | null;
}

export type ApiEnv = { Variables: ApiVariables };

export function createGuard({ findSession, addressOf, origin, tls, rates, clock }: GuardOptions): MiddlewareHandler<ApiEnv> {
  const sessions = createRateLimiter({ ...rates.session, clock });
  const addresses = createRateLimiter({ ...rates.address, clock });
  return async (c, next) => {
    for (const [name, value] of Object.entries(SAFE_HEADERS)) c.header(name, value);
    const { path, method } = c.req;
    const isApi = path.startsWith('/api/') || path === '/api';
    if (isApi) c.header('Cache-Control', 'no-store');
    c.set('who', null);
    const route = isApi ? routeOf(c) : undefined;
    // Unknown addresses and pages say nothing and change nothing.
    if (!route) return next();
    const bearer = readBearer(c.req.header('authorization'));
    const cookie = readCookie(c.req.header('cookie'), tls);
    const token = bearer ?? cookie;
    const who = token ? await findSession(token) : null;
    const allowed = who ? sessions.take(who.session) : addresses.take(addressOf(c));
    if (!allowed) throw new Problem(429, 'too many requests; wait a few seconds');
    const own = ownOrigins({ configured: origin, tls, host: c.req.header('host') });
    const asked = { method, origin: c.req.header('origin'), own, cookie: cookie !== null, bearer: bearer !== null };
    if (!isOwnOrigin(asked)) throw new Problem(403, 'the request comes from another site');
    const access = accessOf(route.method, route.path);
    const verdict = judge(access, who, { study: segmentOf(route.path, path, ':study'), board: segmentOf(route.path, path, ':board') });
    if (verdict === 'sign in') throw new Problem(401, 'no session, or one that has ended; open your link again');
    if (verdict === 'refused') throw new Problem(403, 'this is not yours to see or to change');
    c.set('who', who);
    c.req.raw = await readWithin(c.req.raw, BODY_LIMITS[keyOf(route)] ?? USUAL_LIMIT);
    return next();
  };
}

/** The route that will answer; undefined for an unknown address. */
function routeOf(c: Context): { method: string; path: string } | undefined {
  return matchedRoutes(c).find(({ method, path }) => method !== 'ALL' && !path.includes('*'));
}

/** The part of an address where the route has a name. Parameters of a route are not known yet where its guard runs. */
function segmentOf(route: string, path: string, name: string): string | undefined {
  const at = route.split('/').indexOf(name);
  const part = at < 0 ? undefined : path.split('/')[at];
  try {
    return part === undefined ? undefined : decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function keyOf({ method, path }: { method: string; path: string }): string {
  return `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;
}

/** The caller of a route that only signed-in people reach. */
export function whoOf(c: Context<ApiEnv>): Who {
  const who = c.get('who');
  if (!who) throw new Problem(401, 'no session');
  return who;
}
