/** Sessions: a link's token becomes a cookie, and is never seen again. */

import type { Context } from 'hono';
import { openSession as beginSession, closeSession as endSession, type Who as StoredWho, viewLink as view } from '../../store/index.ts';
import type { Studio } from '../../studio/index.ts';
import { type Who, whoOf } from '../guard.ts';
import { newApi } from '../new-api.ts';
import { Problem } from '../problem.ts';
import { closeSession, openSession, readSession, viewLink } from '../routes/session.ts';
import { isLoopback } from '../safety/client-address.ts';
import { createRateLimiter } from '../safety/rate-limit.ts';
import { clearCookie, readBearer, readCookie, setCookie } from '../safety/session-cookie.ts';

export interface SessionOptions {
  studio: Studio;
  tls: boolean;
  clock(): number;
}

/** One address may take a quarter of the places of a link in ten minutes, and at least three: nobody uses it up alone and unseen. */
const PLACES = { burst: 100_000, perSecond: 100_000 / 600 };
const LEAST_PLACES = 3;
/** How often one address may open one link. */
const OPENINGS = { burst: 100, perSecond: 5 };

export function sessionApi({ studio, tls, clock }: SessionOptions) {
  const { sql } = studio;
  const places = createRateLimiter({ ...PLACES, clock });
  const openings = createRateLimiter({ ...OPENINGS, clock });
  const shown = ({ person, role, study, board, label }: Pick<Who | StoredWho, 'person' | 'role' | 'study' | 'board' | 'label'>) => ({
    person,
    role,
    study,
    board,
    label,
    demo: studio.demo,
  });
  const sessionOf = (c: Context) => readBearer(c.req.header('authorization')) ?? readCookie(c.req.header('cookie'), tls);
  return newApi()
    .openapi(openSession, async (c) => {
      const request = { ...c.req.valid('json'), session: sessionOf(c) };
      const key = `${c.var.network} ${request.token}`;
      // On this machine there are scripts and tests, and no strangers.
      const paced = !isLoopback(c.var.network);
      if (paced && !openings.take(key)) throw new Problem(429, 'too many requests; wait a few seconds');
      const { joins, uses } = await view(sql, request);
      const share = Math.max(LEAST_PLACES, Math.ceil(uses / 4));
      if (paced && joins && uses > 1 && !places.take(key, Math.floor(PLACES.burst / share)))
        throw new Problem(429, 'many people have joined by this link from your network just now; try again in a few minutes');
      const session = await beginSession(sql, request);
      c.header('Set-Cookie', setCookie(session.token, { tls }));
      return c.json(shown(session.who), 200);
    })
    .openapi(viewLink, async (c) => c.json(await view(sql, { ...c.req.valid('json'), session: sessionOf(c) }), 200))
    .openapi(readSession, (c) => c.json(shown(whoOf(c)), 200))
    .openapi(closeSession, async (c) => {
      const token = sessionOf(c);
      if (token) await endSession(sql, { token });
      c.header('Set-Cookie', clearCookie(tls));
      return c.json({ closed: true as const }, 200);
    });
}
