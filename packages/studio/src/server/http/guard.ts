/** Middleware in front of every route: headers, host, session, rate limits, origin, access and body size. */
import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { type Access, type Caller, judge, keyOf } from './access.ts';
import { BODY_LIMITS, holdBody, USUAL_LIMIT } from './body-limit.ts';
import { networkOf } from './client-address.ts';
import { isOwnOrigin, ownOrigins } from './host-and-origin.ts';
import { createGate, createRateLimiter, type RateLimit } from './limits.ts';
import { Problem } from './problem.ts';
import { type ReceivedUpload, receiveUpload } from './receive-upload.ts';
import { readBearer, readCookie } from './session-cookie.ts';

/** A session, as handlers see it. */
export interface Who extends Caller {
  session: string;
  person: string;
  label: string;
  /** The id and the name of a participant's account. */
  account: string | null;
  accountName: string | null;
}

/** Separate limits, so that one client cannot use up the allowance of others behind the same address. Valid sessions and links are never counted by address. */
export interface Rates {
  session: RateLimit;
  /** Public reading, by address. */
  visitor: RateLimit;
  /** Unknown tokens and links, by address. */
  failure: RateLimit;
}

export interface GuardOptions {
  /** By method and path; a route that is missing here is refused. */
  access: Readonly<Record<string, Access>>;
  /** The session of a token; null where there is none, or it has ended. */
  findSession(token: string): Promise<Who | null>;
  /** The browser's address, for rates of visitors. */
  addressOf(c: Context): string;
  /** Checks the `Host` header; every host is accepted by default. */
  isOwnHost?(header: string | undefined): boolean;
  /** The origin of --origin. */
  origin?: string;
  tls: boolean;
  rates: Rates;
  clock(): number;
}

export interface ApiVariables {
  who: Who | null;
  /** The caller's IPv4 address, or the /64 network of an IPv6 address. */
  network: string;
  /** The path of an uploaded file; removed once the request is answered. */
  uploadPath?: string | null;
}

/** Routes that take a form with a file. */
const FORMS = new Set(['post /api/boards/{board}/submissions', 'post /api/boards/import']);
/** Each upload takes up to 34 MB of disk space while it is received and checked. */
const UPLOADS = { most: 64, mostPerKey: 2, waiting: 500 };

const YEAR_SECONDS = 31_536_000;

export type ApiEnv = { Variables: ApiVariables };

export function createGuard(options: GuardOptions): MiddlewareHandler<ApiEnv> {
  const { access, findSession, addressOf, isOwnHost = () => true, origin, tls, rates, clock } = options;
  const sessions = createRateLimiter({ ...rates.session, clock });
  const visitors = createRateLimiter({ ...rates.visitor, clock });
  const failures = createRateLimiter({ ...rates.failure, clock });
  const demand = (allowed: boolean) => {
    if (!allowed) throw new Problem(429, 'too many requests; wait a few seconds');
  };
  const receiving = createGate(UPLOADS);
  async function receive(c: Context<ApiEnv>, most: number, next: () => Promise<void>): Promise<void> {
    const leave = await receiving.enter(c.get('who')?.session ?? '');
    if (!leave) throw new Problem(503, 'too many uploads at once; try again in a few seconds');
    let upload: ReceivedUpload | null = null;
    try {
      upload = await receiveUpload(c.req.raw, most);
      if (upload) {
        const { url, method, headers, signal } = c.req.raw;
        c.req.raw = new Request(url, { method, headers, signal });
        // The form validator reads the body from here.
        c.req.bodyCache.formData = upload.form;
      } else await holdBody(c.req, USUAL_LIMIT);
      c.set('uploadPath', upload?.path ?? null);
      await next();
    } finally {
      leave();
      await upload?.remove();
    }
  }
  return async (c, next) => {
    for (const [name, value] of Object.entries(SAFE_HEADERS)) c.header(name, value);
    // Only with --origin: pinning localhost to HTTPS would break other programs on this machine.
    if (origin?.startsWith('https:')) c.header('Strict-Transport-Security', `max-age=${YEAR_SECONDS}`);
    const { path, method } = c.req;
    const isApi = path.startsWith('/api/') || path === '/api';
    if (isApi) c.header('Cache-Control', 'no-store');
    c.set('who', null);
    const network = networkOf(addressOf(c));
    c.set('network', network);
    if (!isOwnHost(c.req.header('host'))) throw new Problem(421, STRANGE_HOST);
    const route = isApi ? routeOf(c) : undefined;
    // Pages and unknown addresses neither reveal nor change anything.
    if (!route) return next();
    const bearer = readBearer(c.req.header('authorization'));
    const cookie = readCookie(c.req.header('cookie'), tls);
    const token = bearer ?? cookie;
    const who = token ? await findSession(token) : null;
    const opens = OF_LINKS.has(keyOf(route));
    if (who) demand(sessions.take(who.session));
    else if (!opens) demand(token ? failures.take(network) : visitors.take(network));
    const origins = ownOrigins({ configured: origin, tls, host: c.req.header('host') });
    const question = { method, origin: c.req.header('origin'), own: origins, cookie: cookie !== null, bearer: bearer !== null };
    if (!isOwnOrigin(question)) throw new Problem(403, 'the request comes from another site');
    const verdict = judge(access[keyOf(route)], who, {
      study: segmentOf(route.path, path, ':study'),
      board: segmentOf(route.path, path, ':board'),
    });
    if (verdict === 'sign in') throw new Problem(401, 'there is no session, or it has expired; open your link again');
    if (verdict === 'refused') throw new Problem(403, 'you do not have access to this');
    c.set('who', who);
    const most = BODY_LIMITS[keyOf(route)] ?? USUAL_LIMIT;
    if (FORMS.has(keyOf(route))) await receive(c, most, next);
    else {
      await holdBody(c.req, most);
      await next();
    }
    // Only links that could not be opened are counted.
    if (opens && c.res.status === 403) demand(failures.take(network));
  };
}

/** These routes take a link's token, so a stale cookie in the same request does not matter. */
const OF_LINKS = new Set(['post /api/session', 'post /api/session/link']);
const STRANGE_HOST =
  'this server does not accept that host name; its operator can allow it with --origin, for example --origin http://lab:4310';

/** The route that matches; undefined for an unknown address. */
function routeOf(c: Context): { method: string; path: string } | undefined {
  return matchedRoutes(c).find(({ method, path }) => method !== 'ALL' && !path.includes('*'));
}

/** The value of a route parameter, read from the address: the router has not parsed it yet when the guard runs. */
function segmentOf(route: string, path: string, name: string): string | undefined {
  const at = route.split('/').indexOf(name);
  const part = at < 0 ? undefined : path.split('/')[at];
  try {
    return part === undefined ? undefined : decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** The session of a route that requires one. */
export function whoOf(c: Context<ApiEnv>): Who {
  const who = c.get('who');
  if (!who) throw new Problem(401, 'no session');
  return who;
}

const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CSP,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
};
