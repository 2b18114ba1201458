/** Routes of owner links: each opens the whole studio. */

import { z } from '@hono/zod-openapi';
import { route, STUDIO } from '../http/access.ts';
import { whoOf } from '../http/guard.ts';
import { newApi } from '../http/new-api.ts';
import { answers, time } from '../http/shapes.ts';
import type { Studio } from '../studio.ts';
import { listOwnerLinks, revokeOwnerLink, rotateOwnerLinks } from './owner-links.ts';

const linkSchema = z.object({
  id: z.string(),
  created: time,
  expires: time,
  opened: z.boolean().describe('somebody has opened it'),
  sessions: z.number().describe('browsers that are signed in by it'),
  seen: time.nullable(),
  yours: z.boolean().describe('the session that asks came from it'),
});

export const listOwnerLinksRoute = route(STUDIO, {
  method: 'get',
  path: '/api/owner-links',
  responses: answers(z.object({ links: z.array(linkSchema) }), 'links that are valid or have sessions'),
});

export const rotateOwnerLinksRoute = route(STUDIO, {
  method: 'post',
  path: '/api/owner-links/rotation',
  responses: answers(
    z.object({ link: z.string().describe('shown once'), revoked: z.number() }),
    'a new link; all others and the sessions that came from them end, but for the one that asks',
  ),
});

export const revokeOwnerLinkRoute = route(STUDIO, {
  method: 'delete',
  path: '/api/owner-links/{link}',
  request: { params: z.object({ link: z.string() }) },
  responses: answers(z.object({ revoked: z.literal(true), sessions: z.number() }), 'nobody can open it, and its sessions end'),
});

export function ownerLinksApi(studio: Studio) {
  const { sql } = studio;
  return newApi()
    .openapi(listOwnerLinksRoute, async (c) => c.json({ links: await listOwnerLinks(sql, { session: whoOf(c).session }) }, 200))
    .openapi(rotateOwnerLinksRoute, async (c) => {
      const { token, revoked } = await rotateOwnerLinks(sql, { session: whoOf(c).session });
      return c.json({ link: `${studio.address()}/join#${token}`, revoked }, 200);
    })
    .openapi(revokeOwnerLinkRoute, async (c) => {
      const { sessions } = await revokeOwnerLink(sql, c.req.valid('param'));
      return c.json({ revoked: true as const, sessions }, 200);
    });
}
