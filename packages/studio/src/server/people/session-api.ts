/** Routes of sessions: the token of an invitation is exchanged for a cookie. */

import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { ANYONE, route, SIGNED_IN } from '../http/access.ts';
import { isLoopback } from '../http/client-address.ts';
import { type Who, whoOf } from '../http/guard.ts';
import { createRateLimiter } from '../http/limits.ts';
import { newApi } from '../http/new-api.ts';
import { Problem } from '../http/problem.ts';
import { clearCookie, readBearer, readCookie, setCookie } from '../http/session-cookie.ts';
import { answers, body, roleSchema } from '../http/shapes.ts';
import type { Studio } from '../studio.ts';
import { closeSession, openSession, type Who as StoredWho, viewLink } from './sessions.ts';

const whoSchema = z
  .object({
    person: z.string(),
    role: roleSchema,
    /** null for an owner of all studies. */
    study: z.string().nullable(),
    /** The competition of a participant, otherwise null. */
    board: z.string().nullable(),
    label: z.string(),
    demo: z.boolean().describe('the studio is a demonstration with simulated annotators'),
  })
  .openapi('Who');

const linkFields = {
  token: z.string().min(20).max(200),
  crowdId: z.string().max(200).optional().describe("the person's id on a crowd platform; only a keyed hash of it is stored"),
};

/** Does not use up the link: the page shows this before the person confirms. */
export const viewLinkRoute = route(ANYONE, {
  method: 'post',
  path: '/api/session/link',
  request: body(z.object(linkFields)),
  responses: answers(
    z.object({
      role: roleSchema,
      title: z.string().nullable().describe('the title of the study or the competition'),
      joins: z.boolean().describe('opening the link uses up one of its places'),
      uses: z.number(),
    }),
    'what the link gives access to',
  ),
});

/** The token is in the fragment of the link, so that it never appears in server logs or referrers. */
export const openSessionRoute = route(ANYONE, {
  method: 'post',
  path: '/api/session',
  request: body(z.object(linkFields)),
  responses: answers(whoSchema, 'the session cookie is set'),
});

export const readSessionRoute = route(SIGNED_IN, {
  method: 'get',
  path: '/api/session',
  responses: answers(whoSchema, 'the caller’s session'),
});

export const closeSessionRoute = route(SIGNED_IN, {
  method: 'delete',
  path: '/api/session',
  responses: answers(z.object({ closed: z.literal(true) }), 'the session has ended and the cookie is cleared'),
});

export interface SessionOptions {
  studio: Studio;
  tls: boolean;
  clock(): number;
}

/** In ten minutes one address may take a quarter of a link's places, but at least three, so that nobody uses up a link unnoticed. */
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
    .openapi(openSessionRoute, async (c) => {
      const request = { ...c.req.valid('json'), session: sessionOf(c) };
      const key = `${c.var.network} ${request.token}`;
      // Requests from this machine come from scripts and tests, not from strangers.
      const paced = !isLoopback(c.var.network);
      if (paced && !openings.take(key)) throw new Problem(429, 'too many requests; wait a few seconds');
      const { joins, uses } = await viewLink(sql, request);
      const share = Math.max(LEAST_PLACES, Math.ceil(uses / 4));
      if (paced && joins && uses > 1 && !places.take(key, Math.floor(PLACES.burst / share)))
        throw new Problem(429, 'many people have just joined from your network with this link; try again in a few minutes');
      const session = await openSession(sql, request);
      c.header('Set-Cookie', setCookie(session.token, { tls }));
      return c.json(shown(session.who), 200);
    })
    .openapi(viewLinkRoute, async (c) => c.json(await viewLink(sql, { ...c.req.valid('json'), session: sessionOf(c) }), 200))
    .openapi(readSessionRoute, (c) => c.json(shown(whoOf(c)), 200))
    .openapi(closeSessionRoute, async (c) => {
      const token = sessionOf(c);
      if (token) await closeSession(sql, { token });
      c.header('Set-Cookie', clearCookie(tls));
      return c.json({ closed: true as const }, 200);
    });
}
