/** Sessions: opening an invitation creates a person and a session, whose token identifies later requests. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { StoreRefusal } from '../store/refusal.ts';
import { count, parseRow, time } from '../store/rows.ts';
import { again, type Sql, type Transaction, transact } from '../store/transact.ts';
import { joinBoard } from './accounts.ts';
import { joinStudy } from './annotators.ts';
import { ROLE_NAMES } from './invitations.ts';
import { hashCrowdId, hashToken, newToken } from './tokens.ts';

const SESSION_DAYS = 30;

const whoSchema = z.object({
  person: z.string(),
  session: z.string(),
  role: z.enum(ROLE_NAMES),
  /** null for an owner of all studies. */
  study: z.string().nullable(),
  label: z.string(),
  /** The name in exported decisions; null for anyone but annotators. */
  name: z.string().nullable(),
  demo: z.boolean(),
  expires: time,
  /** The competition of a participant, with the id and name of the account. */
  board: z.string().nullable(),
  account: z.string().nullable(),
  accountName: z.string().nullable(),
});
export type Who = z.infer<typeof whoSchema>;

export interface SessionRequest {
  token: string;
  /** The person's id on a crowd platform; the same id is the same person. */
  crowdId?: string;
  /** The token of the browser's current session: if the same link created it, the link reopens that person's work. */
  session?: string | null;
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

/** What a link gives access to, before it is used. `joins`: opening it would use up one of its places. */
export interface LinkView {
  role: Who['role'];
  /** The title of the study or competition; null for all studies. */
  title: string | null;
  joins: boolean;
  uses: number;
}

/** Does not use up the link. Refuses the same tokens as openSession. */
export async function viewLink(sql: Sql, request: SessionRequest): Promise<LinkView> {
  return transact(sql, async (tx) => {
    const invitation = await findInvitation(tx, request);
    const joins = (await findPerson(tx, { ...request, invitation })) === null;
    if (joins) demandPlace(invitation);
    const [row] = await tx`
      select coalesce(s.settings->>'title', v.competition->>'title') as title
      from invitations i left join studies s on s.id = i.study left join board_invitations b on b.invitation = i.id
        left join boards d on d.id = b.board left join board_versions v on v.board = d.id and v.version = d.version
      where i.id = ${invitation.id}`;
    return { role: invitation.role, title: row.title === null ? null : String(row.title), joins, uses: invitation.uses };
  });
}

/**
 * A link for one person reopens that person's work, on any device. A link for several people creates a new person each time,
 * except for a known id of a crowd platform and for a browser that has already joined with it. Refuses tokens that are unknown, expired,
 * revoked or used up.
 */
export async function openSession(sql: Sql, request: SessionRequest): Promise<{ who: Who; token: string }> {
  const session = { id: randomUUID(), token: newToken() };
  const person = randomUUID();
  await transact(sql, async (tx) => {
    const invitation = await findInvitation(tx, request);
    const existing = await findPerson(tx, { ...request, invitation, person });
    if (existing === null) {
      demandPlace(invitation);
      await tx`update invitations set used = used + 1 where id = ${invitation.id}`;
      const crowdHash = crowdHashOf(request, invitation);
      await joinStudy(tx, { ...invitation, person, invitation: invitation.id, crowdHash, simulated: false });
      if (invitation.role === 'participant') await joinBoard(tx, { person, invitation: invitation.id, label: invitation.label });
    }
    await tx`
      insert into sessions (id, person, token_hash, expires)
      values (${session.id}, ${existing ?? person}, ${hashToken(session.token)}, clock_timestamp() + ${SESSION_DAYS} * interval '1 day')
      on conflict (id) do nothing`;
  });
  const who = await whoIs(sql, { token: session.token });
  if (!who) throw new StoreRefusal('forbidden', 'this link was revoked; ask for a new one');
  return { who, token: session.token };
}

type FoundInvitation = z.infer<typeof invitationSchema>;

/** Refuses a token that is unknown, expired or revoked. */
async function findInvitation(tx: Transaction, { token }: SessionRequest): Promise<FoundInvitation> {
  // Locks the row, so that two people cannot both take the last place.
  const invitation = parseRow(
    invitationSchema,
    await tx`
      select i.id, i.study, i.role, i.label, i.uses, i.used, s.salt,
        case when i.revoked is not null then 'revoked' when i.expires <= clock_timestamp() then 'expired' else 'valid' end as state
      from invitations i left join studies s on s.id = i.study
      where i.token_hash = ${hashToken(token)} for no key update of i`,
  );
  if (!invitation) throw new StoreRefusal('forbidden', 'this link is invalid; ask for a new one');
  if (invitation.state !== 'valid')
    throw new StoreRefusal('forbidden', `this link ${invitation.state === 'revoked' ? 'was revoked' : 'has expired'}; ask for a new one`);
  return invitation;
}

/** The existing person that the link belongs to; null if it creates a new one. `person`: an id that an earlier try of the transaction may have created. */
async function findPerson(
  tx: Transaction,
  { invitation, person = null, ...request }: SessionRequest & { invitation: FoundInvitation; person?: string | null },
): Promise<string | null> {
  const crowdHash = crowdHashOf(request, invitation);
  const [row] = await tx`
    select id, withdrawn is not null as withdrawn from people
    where id = ${person}::uuid
      or (${crowdHash}::bytea is not null and study = ${invitation.study} and crowd_hash = ${crowdHash})
      or (${crowdHash}::bytea is null and invitation = ${invitation.id} and (${invitation.uses} = 1
        or id = (select person from sessions
          where token_hash = ${hashToken(request.session ?? '')} and ended is null and expires > clock_timestamp())))
    order by joined limit 1`;
  if (row?.withdrawn) throw new StoreRefusal('forbidden', 'you have withdrawn from this study');
  return row ? String(row.id) : null;
}

function crowdHashOf({ crowdId }: SessionRequest, { salt }: FoundInvitation): Buffer | null {
  return crowdId && salt ? hashCrowdId(crowdId, salt) : null;
}

function demandPlace({ used, uses }: FoundInvitation): void {
  if (used >= uses) throw new StoreRefusal('forbidden', 'this link has been used by the maximum number of people');
}

/** null if the session does not exist or has ended. */
export async function whoIs(sql: Sql, { token }: { token: string }): Promise<Who | null> {
  const rows = await again(
    () => sql`
      select p.id as person, s.id as session, p.role, p.study, p.label, p.name, coalesce(t.demo, false) as demo, s.expires,
        a.board, a.id as account, a.name as "accountName",
        (p.seen is null or p.seen < clock_timestamp() - interval '1 minute') as unseen,
        (s.name is not null and (s.used is null or s.used < clock_timestamp() - interval '1 minute')) as "tokenUsed"
      from sessions s join people p on p.id = s.person left join studies t on t.id = p.study
        left join account_people c on c.person = p.id left join accounts a on a.id = c.account
      where s.token_hash = ${hashToken(token)} and s.ended is null and s.expires > clock_timestamp()`,
  );
  const who = parseRow(whoSchema, rows);
  // At most once a minute, so that not every request writes.
  if (who && rows[0].unseen) await again(() => sql`update people set seen = clock_timestamp() where id = ${who.person}`);
  if (who && rows[0].tokenUsed) await again(() => sql`update sessions set used = clock_timestamp() where id = ${who.session}`);
  return who;
}

export async function closeSession(sql: Sql, { token }: { token: string }): Promise<void> {
  await again(() => sql`update sessions set ended = clock_timestamp() where token_hash = ${hashToken(token)} and ended is null`);
}
