/** Owner links: listed, revoked, rotated. */
import { listOwnerLinks as listLinks, revokeOwnerLink as revoke, rotateOwnerLinks as rotate } from '../../store/index.ts';
import type { Studio } from '../../studio/index.ts';
import { whoOf } from '../guard.ts';
import { newApi } from '../new-api.ts';
import { listOwnerLinks, revokeOwnerLink, rotateOwnerLinks } from '../routes/owner-links.ts';

export function ownerLinksApi(studio: Studio) {
  const { sql } = studio;
  return newApi()
    .openapi(listOwnerLinks, async (c) => c.json({ links: await listLinks(sql, { session: whoOf(c).session }) }, 200))
    .openapi(rotateOwnerLinks, async (c) => {
      const { token, revoked } = await rotate(sql, { session: whoOf(c).session });
      return c.json({ link: `${studio.address()}/join#${token}`, revoked }, 200);
    })
    .openapi(revokeOwnerLink, async (c) => {
      const { sessions } = await revoke(sql, c.req.valid('param'));
      return c.json({ revoked: true as const, sessions }, 200);
    });
}
