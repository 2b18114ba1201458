/** Routes of sessions: an invitation's token becomes a cookie. */
import { createRoute, z } from '@hono/zod-openapi';
import { answers, body, roleSchema } from '../shapes.ts';

const whoSchema = z
  .object({
    person: z.string(),
    role: roleSchema,
    /** null: all studies, for an owner. */
    study: z.string().nullable(),
    /** The competition of a participant; null for everybody else. */
    board: z.string().nullable(),
    label: z.string(),
    demo: z.boolean().describe('a studio with simulated annotators, to look at'),
  })
  .openapi('Who');

const linkFields = {
  token: z.string().min(20).max(200),
  crowdId: z.string().max(200).optional().describe("a crowd platform's id of the person; only a keyed hash of it is stored"),
};

/** Uses nothing up: what the page asks before the person confirms. */
export const viewLink = createRoute({
  method: 'post',
  path: '/api/session/link',
  request: body(z.object(linkFields)),
  responses: answers(
    z.object({
      role: roleSchema,
      title: z.string().nullable().describe('of the study or the competition'),
      joins: z.boolean().describe('opening it takes one of its places'),
      uses: z.number(),
    }),
    'what the link opens',
  ),
});

/** The token is in the fragment of the link, so that no server log and no referrer holds it. */
export const openSession = createRoute({
  method: 'post',
  path: '/api/session',
  request: body(z.object(linkFields)),
  responses: answers(whoSchema, 'the cookie is set'),
});

export const readSession = createRoute({ method: 'get', path: '/api/session', responses: answers(whoSchema, 'who is asking') });

export const closeSession = createRoute({
  method: 'delete',
  path: '/api/session',
  responses: answers(z.object({ closed: z.literal(true) }), 'the cookie is void'),
});
