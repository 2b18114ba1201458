/** Routes that list, rotate and revoke owner links, each of which gives access to the whole studio. */

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
  opened: z.boolean().describe('it has been opened'),
  sessions: z.number().describe('the number of browsers signed in with it'),
  seen: time.nullable(),
  yours: z.boolean().describe('the caller’s own session was opened with it'),
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
    'a new link; all others are revoked and their sessions end, except the caller’s own',
  ),
});

export const revokeOwnerLinkRoute = route(STUDIO, {
  method: 'delete',
  path: '/api/owner-links/{link}',
  request: { params: z.object({ link: z.string() }) },
  responses: answers(z.object({ revoked: z.literal(true), sessions: z.number() }), 'the link is revoked and its sessions have ended'),
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
