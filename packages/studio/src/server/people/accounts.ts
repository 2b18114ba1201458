/** Accounts of a competition: an invitation creates one or gives access to an existing one. Boards show their names. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { noSuch, StoreRefusal } from '../store/refusal.ts';
import { asText, count, isId, maybeTime, parseRows, time } from '../store/rows.ts';
import { again, codeOf, type Sql, type Transaction, transact } from '../store/transact.ts';
import { lettersOf } from './annotators.ts';
import { isIdle } from './invitations.ts';
import { hashToken, newToken } from './tokens.ts';

export interface CompetitorInvitation {
  board: string;
  name?: string;
  uses?: number;
  days?: number;
  /** The name of an existing account. */
  account?: string;
}

/** The only time that the token is returned. */
export async function inviteCompetitor(
  sql: Sql,
  { board, name = '', uses = 1, days = 30, account }: CompetitorInvitation,
): Promise<{ invitation: string; token: string }> {
  if (!isId(board)) throw noSuch('competition');
  const invitation = randomUUID();
  const token = newToken();
  await transact(sql, async (tx) => {
    if ((await tx`select from boards where id = ${board} for key share`).length === 0) throw noSuch('competition');
    const accounts = account === undefined ? [] : await tx`select id from accounts where board = ${board} and name = ${account}`;
    if (account !== undefined && accounts.length === 0) throw new StoreRefusal('missing', `there is no account ${JSON.stringify(account)}`);
    if (account !== undefined && uses > 1)
      throw new StoreRefusal('invalid', 'a link to an existing account can be used by one person only');
    await tx`
      insert into invitations (id, study, role, label, token_hash, uses, expires)
      values (${invitation}, null, 'participant', ${asText(account ?? name)}, ${hashToken(token)}, ${uses}, clock_timestamp() + ${days}::float8 * interval '1 day')
      on conflict (id) do nothing`;
    await tx`
      insert into board_invitations (invitation, board, account) values (${invitation}, ${board}, ${accounts[0]?.id ?? null})
      on conflict (invitation) do nothing`;
  });
  return { invitation, token };
}

/** Makes a new person a competitor, in the transaction that creates the person. */
export async function joinBoard(
  tx: Transaction,
  { person, invitation, label }: { person: string; invitation: string; label: string },
): Promise<void> {
  const [boardInvitation] = await tx`select board, account from board_invitations where invitation = ${invitation}`;
  if (!boardInvitation) throw new StoreRefusal('forbidden', 'this link does not belong to a competition');
  const account = boardInvitation.account ?? (await addAccount(tx, { board: String(boardInvitation.board), name: label })).account;
  await tx`insert into account_people (person, account) values (${person}, ${account})`;
}

/** Uses the given name or A, B, C …, with a number appended if it is taken. */
export async function addAccount(tx: Transaction, { board, name }: { board: string; name: string }): Promise<{ account: string }> {
  await tx`select from boards where id = ${board} for no key update`;
  const [{ number }] = await tx`select count(*) as number from accounts where board = ${board}`;
  const base = name.trim() === '' ? lettersOf(Number(number) + 1) : name.trim();
  const account = randomUUID();
  for (let i = 1; ; i++) {
    const candidate = i === 1 ? base : `${base} ${i}`;
    if ((await tx`select from accounts where board = ${board} and name = ${candidate}`).length > 0) continue;
    await tx`insert into accounts (id, board, name) values (${account}, ${board}, ${asText(candidate)})`;
    return { account };
  }
}

export async function renameAccount(sql: Sql, { account, name }: { account: string; name: string }): Promise<void> {
  await transact(sql, async (tx) => {
    await tx`update accounts set name = ${asText(name)} where id = ${account}`;
    await tx`update boards set revision = revision + 1 where id = (select board from accounts where id = ${account})`;
  }).catch((error: unknown) => {
    if (codeOf(error) === '23505') throw new StoreRefusal('conflict', `another account is called ${JSON.stringify(name)}`);
    throw error;
  });
}

const accountSchema = z.object({ account: z.string(), joined: time, submissions: count, last: maybeTime });

export async function listAccounts(sql: Sql, { board }: { board: string }): Promise<z.infer<typeof accountSchema>[]> {
  if (!isId(board)) return [];
  const rows = await again(
    () => sql`
      select a.name as account, a.joined, count(s.id) as submissions, max(s.at) as last
      from accounts a left join submissions s on s.account = a.id where a.board = ${board} group by a.id order by a.joined, a.name`,
  );
  return parseRows(accountSchema, rows);
}

const invitationSchema = z.object({
  id: z.string(),
  label: z.string(),
  created: time,
  expires: time,
  uses: z.number(),
  used: z.number(),
  revoked: z.boolean(),
  idle: count,
});

export async function listCompetitorInvitations(sql: Sql, { board }: { board: string }): Promise<z.infer<typeof invitationSchema>[]> {
  if (!isId(board)) return [];
  const rows = await again(
    () => sql`
      select i.id, i.label, i.created, i.expires, i.uses, i.used, i.revoked is not null as revoked,
        (select count(*) from people p where p.invitation = i.id and ${isIdle(sql)}) as idle
      from invitations i join board_invitations b on b.invitation = i.id where b.board = ${board} order by i.created desc, i.id`,
  );
  return parseRows(invitationSchema, rows);
}

/** Does the invitation belong to this competition? */
export async function isInvitationOf(sql: Sql, { board, invitation }: { board: string; invitation: string }): Promise<boolean> {
  if (!isId(board) || !isId(invitation)) return false;
  return (await again(() => sql`select from board_invitations where board = ${board} and invitation = ${invitation}`)).length > 0;
}
