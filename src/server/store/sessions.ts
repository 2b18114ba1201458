/** Sessions: an invitation's token makes a person and a session; the session's token says who asks. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { joinBoard } from './accounts.ts';
import { StoreRefusal } from './errors.ts';
import { ROLE_NAMES } from './invitations.ts';
import { joinStudy } from './join-study.ts';
import { count, parseRow, time } from './rows.ts';
import { hashCrowdId, hashToken, newToken } from './tokens.ts';
import { again, type Sql, transact } from './transact.ts';

const SESSION_DAYS = 30;

const whoSchema = z.object({
  person: z.string(),
  session: z.string(),
  role: z.enum(ROLE_NAMES),
  /** null: all studies, for an owner. */
  study: z.string().nullable(),
  label: z.string(),
  /** The name in exported decisions; null for people who do not annotate. */
  name: z.string().nullable(),
  demo: z.boolean(),
  expires: time,
  /** The competition of a participant, and the id and name of the account there. */
  board: z.string().nullable(),
  account: z.string().nullable(),
  accountName: z.string().nullable(),
});
export type Who = z.infer<typeof whoSchema>;

export interface SessionRequest {
  token: string;
  /** A crowd platform's id of the person: who comes again with it is the same person. */
  crowdId?: string;
}

const invitationSchema = z.object({
  id: z.string(),
  study: z.string().nullable(),
  role: z.enum(ROLE_NAMES),
  label: z.string(),
  uses: count,
  used: count,
  salt: z.instanceof(Uint8Array).nullable(),
  state: z.enum(['valid', 'expired', 'revoked']),
});

/**
 * A link for one person opens that person's work again, on any device. A link for several makes a new person each time,
 * but for a crowd platform's id that is known. Refuses tokens that are unknown, expired, revoked or used up.
 */
export async function openSession(sql: Sql, { token, crowdId }: SessionRequest): Promise<{ who: Who; token: string }> {
  const session = { id: randomUUID(), token: newToken() };
  const person = randomUUID();
  await transact(sql, async (tx) => {
    // The lock of the row: two who come at once do not both take the last use.
    const invitation = parseRow(
      invitationSchema,
      await tx`
        select i.id, i.study, i.role, i.label, i.uses, i.used, s.salt,
          case when i.revoked is not null then 'revoked' when i.expires <= clock_timestamp() then 'expired' else 'valid' end as state
        from invitations i left join studies s on s.id = i.study
        where i.token_hash = ${hashToken(token)} for no key update of i`,
    );
    if (!invitation) throw new StoreRefusal('forbidden', 'this link is not known; ask for a new one');
    if (invitation.state !== 'valid')
      throw new StoreRefusal(
        'forbidden',
        `this link was ${invitation.state === 'revoked' ? 'taken back' : 'valid for some days only'}; ask for a new one`,
      );
    const crowdHash = crowdId && invitation.salt ? hashCrowdId(crowdId, invitation.salt) : null;
    const known = await tx`
      select id, withdrawn is not null as withdrawn from people
      where id = ${person}
        or (${crowdHash}::bytea is not null and study = ${invitation.study} and crowd_hash = ${crowdHash})
        or (${crowdHash}::bytea is null and ${invitation.uses} = 1 and invitation = ${invitation.id})
      order by joined limit 1`;
    if (known.length > 0 && known[0].withdrawn) throw new StoreRefusal('forbidden', 'you have withdrawn from this study');
    if (known.length === 0) {
      if (invitation.used >= invitation.uses) throw new StoreRefusal('forbidden', 'this link was used by as many people as it is for');
      await tx`update invitations set used = used + 1 where id = ${invitation.id}`;
      await joinStudy(tx, { ...invitation, person, invitation: invitation.id, crowdHash, simulated: false });
      if (invitation.role === 'participant') await joinBoard(tx, { person, invitation: invitation.id, label: invitation.label });
    }
    await tx`
      insert into sessions (id, person, token_hash, expires)
      values (${session.id}, ${known[0]?.id ?? person}, ${hashToken(session.token)}, clock_timestamp() + ${SESSION_DAYS} * interval '1 day')
      on conflict (id) do nothing`;
  });
  const who = await whoIs(sql, { token: session.token });
  if (!who) throw new StoreRefusal('forbidden', 'this link was taken back; ask for a new one');
  return { who, token: session.token };
}

/** null: no such session, or it has ended. */
export async function whoIs(sql: Sql, { token }: { token: string }): Promise<Who | null> {
  const rows = await again(
    () => sql`
      select p.id as person, s.id as session, p.role, p.study, p.label, p.name, coalesce(t.demo, false) as demo, s.expires,
        a.board, a.id as account, a.name as "accountName",
        (p.seen is null or p.seen < clock_timestamp() - interval '1 minute') as unseen
      from sessions s join people p on p.id = s.person left join studies t on t.id = p.study
        left join account_people c on c.person = p.id left join accounts a on a.id = c.account
      where s.token_hash = ${hashToken(token)} and s.ended is null and s.expires > clock_timestamp()`,
  );
  const who = parseRow(whoSchema, rows);
  // Once a minute: not every request has to write.
  if (who && rows[0].unseen) await again(() => sql`update people set seen = clock_timestamp() where id = ${who.person}`);
  return who;
}

export async function closeSession(sql: Sql, { token }: { token: string }): Promise<void> {
  await again(() => sql`update sessions set ended = clock_timestamp() where token_hash = ${hashToken(token)} and ended is null`);
}
