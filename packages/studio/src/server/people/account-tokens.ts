/** API tokens of competition accounts: named sessions, limited in number, which can be listed and revoked one by one. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { noSuch, StoreRefusal } from '../store/refusal.ts';
import { asText, isId, maybeTime, parseRows, time } from '../store/rows.ts';
import { again, type Sql, transact } from '../store/transact.ts';
import { hashToken, newToken } from './tokens.ts';

const TOKEN_DAYS = 365;
/** Enough for several submitting machines. */
const MOST_TOKENS = 10;

/** The only time that the token is returned. */
export async function makeAccountToken(
  sql: Sql,
  { person, name }: { person: string; name: string },
): Promise<{ id: string; token: string; expires: string }> {
  const [id, token] = [randomUUID(), newToken()];
  return transact(sql, async (tx) => {
    // Locks the account, so that concurrent requests are counted one after the other.
    const [owner] = await tx`
      select a.id from accounts a join account_people p on p.account = a.id where p.person = ${person} for no key update of a`;
    if (!owner) throw new StoreRefusal('forbidden', 'only competition accounts can have tokens');
    const valid = await tx`
      select from sessions s join account_people p on p.person = s.person
      where p.account = ${owner.id} and s.id <> ${id} and s.name is not null and s.ended is null and s.expires > clock_timestamp()`;
    if (valid.length >= MOST_TOKENS)
      throw new StoreRefusal('conflict', `this account already has ${MOST_TOKENS} tokens, the maximum; revoke one first`);
    const rows = await tx`
      insert into sessions (id, person, token_hash, name, expires)
      values (${id}, ${person}, ${hashToken(token)}, ${asText(name)}, clock_timestamp() + ${TOKEN_DAYS} * interval '1 day')
      on conflict (id) do update set expires = excluded.expires returning expires`;
    return { id, token, expires: time.parse(rows[0].expires) };
  });
}

const tokenSchema = z.object({ id: z.string(), name: z.string(), account: z.string(), created: time, expires: time, used: maybeTime });
export type AccountToken = z.infer<typeof tokenSchema>;

/** Valid tokens, the newest first; with `account`, only those of that account. */
export async function listAccountTokens(
  sql: Sql,
  { board, account = null }: { board: string; account?: string | null },
): Promise<AccountToken[]> {
  if (!isId(board)) return [];
  const rows = await again(
    () => sql`
      select s.id, s.name, a.name as account, s.created, s.expires, s.used
      from sessions s join account_people p on p.person = s.person join accounts a on a.id = p.account
      where a.board = ${board} and (${account}::uuid is null or a.id = ${account}::uuid)
        and s.name is not null and s.ended is null and s.expires > clock_timestamp()
      order by s.created desc, s.id`,
  );
  return parseRows(tokenSchema, rows);
}

export async function revokeAccountToken(
  sql: Sql,
  { board, account = null, token }: { board: string; account?: string | null; token: string },
): Promise<void> {
  const revoked =
    isId(board) && isId(token)
      ? await again(
          () => sql`
            update sessions s set ended = coalesce(s.ended, clock_timestamp()) from account_people p join accounts a on a.id = p.account
            where s.id = ${token} and s.name is not null and p.person = s.person and a.board = ${board}
              and (${account}::uuid is null or a.id = ${account}::uuid) returning s.id`,
        )
      : [];
  if (revoked.length === 0) throw noSuch('token');
}
