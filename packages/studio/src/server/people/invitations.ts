/** Invitations: links with which people join, with a limited number of uses and an expiry. The token itself is never stored. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { noSuch, StoreRefusal } from '../store/refusal.ts';
import { asText, count, isId, parseRow, parseRows, time } from '../store/rows.ts';
import { again, type Sql, type Transaction, transact } from '../store/transact.ts';
import { hashToken, newToken } from './tokens.ts';

export const ROLE_NAMES = ['owner', 'annotator', 'viewer', 'participant'] as const;
export type RoleName = (typeof ROLE_NAMES)[number];

const invitationSchema = z.object({
  id: z.string(),
  study: z.string().nullable(),
  role: z.enum(ROLE_NAMES),
  label: z.string(),
  created: time,
  expires: time,
  uses: z.number(),
  used: z.number(),
  crowd: z.string().nullable(),
  revoked: z.boolean(),
  /** People who joined with a link for several people and have done nothing since. */
  idle: count,
});
export type Invitation = z.infer<typeof invitationSchema>;

export interface NewInvitation {
  /** null for an owner of all studies. */
  study: string | null;
  role: RoleName;
  label?: string;
  uses?: number;
  days?: number;
  crowd?: string | null;
}

/** The only time that the token is returned. */
export async function createInvitation(
  sql: Sql,
  { study, role, label = '', uses = 1, days = 14, crowd = null }: NewInvitation,
): Promise<{ invitation: Invitation; token: string }> {
  const id = randomUUID();
  const token = newToken();
  if (study !== null && !isId(study)) throw noSuch('study');
  if (study === null && role !== 'owner') throw new StoreRefusal('invalid', `an invitation for the role ${role} needs a study`);
  await transact(sql, async (tx) => {
    if (study !== null && (await tx`select from studies where id = ${study} for key share`).length === 0) throw noSuch('study');
    await tx`
      insert into invitations (id, study, role, label, token_hash, uses, crowd, expires)
      values (${id}, ${study}, ${role}, ${asText(label)}, ${hashToken(token)}, ${uses}, ${crowd},
        clock_timestamp() + ${days}::float8 * interval '1 day')
      on conflict (id) do nothing`;
  });
  const invitation = parseRow(invitationSchema, await again(() => sql`select ${columns(sql)} from invitations i where id = ${id}`));
  if (!invitation) throw noSuch('study');
  return { invitation, token };
}

/** The newest first. With `study` null, the invitations of owners of all studies. */
export async function listInvitations(sql: Sql, { study }: { study: string | null }): Promise<Invitation[]> {
  if (study !== null && !isId(study)) return [];
  const rows = await again(
    () =>
      sql`select ${columns(sql)} from invitations i where study is not distinct from ${study}::uuid and role <> 'participant' order by created desc, id`,
  );
  return parseRows(invitationSchema, rows);
}

/** The link becomes invalid, and all sessions opened with it end. */
export async function revokeInvitation(
  sql: Sql,
  { study, invitation, role = null }: { study: string | null; invitation: string; role?: RoleName | null },
): Promise<{ sessions: number }> {
  if (!isId(invitation) || (study !== null && !isId(study))) throw noSuch('invitation');
  return transact(sql, async (tx) => {
    const revoked = await tx`
      update invitations set revoked = coalesce(revoked, clock_timestamp())
      where id = ${invitation} and study is not distinct from ${study}::uuid and role = coalesce(${role}::text, role) returning id`;
    if (revoked.length === 0) throw noSuch('invitation');
    const ended = await tx`
      update sessions set ended = clock_timestamp() from people
      where people.id = sessions.person and people.invitation = ${invitation} and sessions.ended is null returning sessions.id`;
    return { sessions: ended.length };
  });
}

function columns(sql: Sql) {
  return sql`id, study, role, label, created, expires, uses, used, crowd, revoked is not null as revoked,
    (select count(*) from people p where p.invitation = i.id and ${isIdle(sql)}) as idle`;
}

/** A condition on people p and their invitation i: annotators without an answer, skip or note, and competitors without a submission or token. */
export function isIdle(sql: Sql | Transaction) {
  return sql`
    i.uses > 1 and p.withdrawn is null and p.excluded is null and not p.simulated and case p.role
      when 'annotator' then
        not exists (select from answers a where a.person = p.id) and not exists (select from skips k where k.person = p.id)
        and not exists (select from notes n where n.person = p.id)
      when 'participant' then
        not exists (select from account_people c join submissions s on s.account = c.account where c.person = p.id)
        and not exists (select from sessions t where t.person = p.id and t.name is not null)
      else false end`;
}
