/** Owner links: one is created at every start, and each gives access to the whole studio until it expires or is revoked. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { count, maybeTime, parseRows, time } from '../store/rows.ts';
import { again, type Sql, type Transaction, transact } from '../store/transact.ts';
import { revokeInvitation } from './invitations.ts';
import { hashToken, newToken } from './tokens.ts';

const OWNER_DAYS = 30;

const linkSchema = z.object({
  id: z.string(),
  created: time,
  expires: time,
  /** It has been opened. */
  opened: z.boolean(),
  /** The number of browsers signed in with it. */
  sessions: count,
  seen: maybeTime,
  /** The caller's own session was opened with it. */
  yours: z.boolean(),
});
type OwnerLink = z.infer<typeof linkSchema>;

/** Links that are valid or have sessions, the newest first. */
export async function listOwnerLinks(sql: Sql, { session = null }: { session?: string | null } = {}): Promise<OwnerLink[]> {
  const rows = await again(
    () => sql`
      select i.id, i.created, i.expires, i.used > 0 as opened, count(s.id) as sessions, max(p.seen) as seen,
        coalesce(bool_or(s.id = ${session}::uuid), false) as yours
      from invitations i left join people p on p.invitation = i.id
        left join sessions s on s.person = p.id and s.ended is null and s.expires > clock_timestamp()
      where i.role = 'owner' and i.study is null and i.revoked is null
      group by i.id having i.expires > clock_timestamp() or count(s.id) > 0
      order by i.created desc, i.id`,
  );
  return parseRows(linkSchema, rows);
}

/** Creates the link of a server start and revokes those of earlier starts that were never opened. The only time that the token is returned. */
export async function makeStartLink(sql: Sql): Promise<{ token: string }> {
  const [id, token] = [randomUUID(), newToken()];
  await transact(sql, async (tx) => {
    await tx`
      update invitations set revoked = clock_timestamp()
      where role = 'owner' and study is null and label = 'owner' and used = 0 and revoked is null and id <> ${id}`;
    await insertLink(tx, { id, token });
  });
  return { token };
}

/** Creates a new link; revokes all others and ends their sessions, except the caller's own `session`. */
export async function rotateOwnerLinks(
  sql: Sql,
  { session = null }: { session?: string | null } = {},
): Promise<{ token: string; revoked: number }> {
  const [id, token] = [randomUUID(), newToken()];
  return transact(sql, async (tx) => {
    await insertLink(tx, { id, token });
    const revoked = await tx`
      update invitations set revoked = clock_timestamp()
      where role = 'owner' and study is null and revoked is null and id <> ${id} returning id`;
    await tx`
      update sessions set ended = clock_timestamp() from people p join invitations i on i.id = p.invitation
      where p.id = sessions.person and p.role = 'owner' and i.study is null and i.id <> ${id} and sessions.ended is null
        and sessions.id is distinct from ${session}::uuid`;
    return { token, revoked: revoked.length };
  });
}

/** The link becomes invalid, and all sessions opened with it end. */
export function revokeOwnerLink(sql: Sql, { link }: { link: string }): Promise<{ sessions: number }> {
  return revokeInvitation(sql, { study: null, invitation: link, role: 'owner' });
}

async function insertLink(tx: Transaction, { id, token }: { id: string; token: string }): Promise<void> {
  await tx`
    insert into invitations (id, study, role, label, token_hash, expires)
    values (${id}, null, 'owner', 'owner', ${hashToken(token)}, clock_timestamp() + ${OWNER_DAYS} * interval '1 day')
    on conflict (id) do nothing`;
}
