/** Routes of owner links: each opens the whole studio. */
import { createRoute, z } from '@hono/zod-openapi';
import { answers, time } from '../shapes.ts';

const linkSchema = z.object({
  id: z.string(),
  created: time,
  expires: time,
  opened: z.boolean().describe('somebody has opened it'),
  sessions: z.number().describe('browsers that are signed in by it'),
  seen: time.nullable(),
  yours: z.boolean().describe('the session that asks came from it'),
});

export const listOwnerLinks = createRoute({
  method: 'get',
  path: '/api/owner-links',
  responses: answers(z.object({ links: z.array(linkSchema) }), 'links that are valid or have sessions'),
});

export const rotateOwnerLinks = createRoute({
  method: 'post',
  path: '/api/owner-links/rotation',
  responses: answers(
    z.object({ link: z.string().describe('shown once'), revoked: z.number() }),
    'a new link; all others and the sessions that came from them end, but for the one that asks',
  ),
});

export const revokeOwnerLink = createRoute({
  method: 'delete',
  path: '/api/owner-links/{link}',
  request: { params: z.object({ link: z.string() }) },
  responses: answers(z.object({ revoked: z.literal(true), sessions: z.number() }), 'nobody can open it, and its sessions end'),
});
