/** Annotators leave a study: they are excluded, withdraw, or are removed because they never did anything. */
import { z } from 'zod';
import { noSuch, StoreRefusal } from '../store/refusal.ts';
import { asIds, asText, isId, parseRow } from '../store/rows.ts';
import { type Sql, type Transaction, transact } from '../store/transact.ts';
import { isIdle } from './invitations.ts';

export interface Exclusion {
  study: string;
  person: string;
  excluded: boolean;
  reason?: string;
}

/** `reopened`: the number of answers that no longer count. They count again if the exclusion is lifted. */
export async function excludePerson(
  sql: Sql,
  { study, person, excluded, reason = '' }: Exclusion,
): Promise<{ excluded: boolean; reopened: number }> {
  if (!isId(study) || !isId(person)) throw noSuch('annotator in this study');
  return transact(sql, async (tx) => {
    const now = parseRow(
      z.object({ excluded: z.boolean(), withdrawn: z.boolean() }),
      await tx`
        select excluded is not null as excluded, withdrawn is not null as withdrawn from people
        where id = ${person} and study = ${study} and role = 'annotator' for no key update`,
    );
    if (!now) throw noSuch('annotator in this study');
    if (now.withdrawn) throw new StoreRefusal('conflict', 'this annotator has withdrawn');
    if (now.excluded === excluded) return { excluded, reopened: 0 };
    await tx`
      update people set excluded = case when ${excluded} then clock_timestamp() end, excluded_reason = ${asText(reason)}
      where id = ${person}`;
    const reopened = await countAnswers(tx, { person, by: excluded ? -1 : 1 });
    if (excluded) await dropLeases(tx, { person });
    return { excluded, reopened: excluded ? reopened : 0 };
  });
}

/** Adjusts the answer counts of the person's items. The person's row must be locked. */
async function countAnswers(tx: Transaction, { person, by }: { person: string; by: 1 | -1 }): Promise<number> {
  // Items are always locked in the order of their ids, to avoid deadlocks.
  const items = await tx`
    select id from items where id in (select item from answers where person = ${person} and final and stage = 'work')
    order by id for no key update`;
  await tx`update items set answered = answered + ${by} where id = any(${asIds(items.map(({ id }) => String(id)))}::text::uuid[])`;
  return items.length;
}

/** Deletes the person's leases and frees their slots. The person's row must be locked. */
async function dropLeases(tx: Transaction, { person }: { person: string }): Promise<void> {
  await tx`select id from items where id in (select item from leases where person = ${person}) order by id for no key update`;
  await tx`
    with gone as (delete from leases where person = ${person} returning item, stage, held)
    update items set held = items.held - 1 from gone where items.id = gone.item and gone.held and gone.stage = 'work'`;
}

/** Withdraws an annotator. Values, times and texts are erased; only the fact that there were answers remains. The sessions end. */
export async function withdraw(sql: Sql, { person }: { person: string }): Promise<{ erased: number }> {
  if (!isId(person)) throw noSuch('person');
  return transact(sql, async (tx) => {
    const rows = await tx`
      select excluded is not null as excluded, withdrawn is not null as withdrawn, background from people
      where id = ${person} and role = 'annotator' for no key update`;
    if (rows.length === 0) throw noSuch('annotator');
    const [{ erased }] = await tx`select count(*) as erased from answers where person = ${person}`;
    if (rows[0].withdrawn) return { erased: Number(erased) };
    // The answers of an excluded person are not counted any more.
    if (!rows[0].excluded) await countAnswers(tx, { person, by: -1 });
    await dropLeases(tx, { person });
    await tx`
      update answers set given = null, value = null, ms = null, "right" = null, final = false, erased = clock_timestamp()
      where person = ${person}`;
    await tx`update notes set text = '', erased = clock_timestamp() where person = ${person}`;
    await tx`update skips set reason = '' where person = ${person}`;
    await tx`update sessions set ended = clock_timestamp() where person = ${person} and ended is null`;
    await tx`
      update people set withdrawn = clock_timestamp(), crowd_hash = null, background = null, excluded_reason = '' where id = ${person}`;
    await tx`delete from backgrounds where id = ${rows[0].background}`;
    return { erased: Number(erased) };
  });
}

/** Removes people who never did anything and frees their places in the invitation, with which they can join again. */
export async function releasePlaces(sql: Sql, { invitation }: { invitation: string }): Promise<{ released: number }> {
  if (!isId(invitation)) throw noSuch('invitation');
  return transact(sql, async (tx) => {
    if ((await tx`select from invitations where id = ${invitation} for no key update`).length === 0) throw noSuch('invitation');
    const locked = await tx`select id from people where invitation = ${invitation} order by id for no key update`;
    if (locked.length === 0) return { released: 0 };
    // Checked under the lock, so that nobody who is answering right now is removed.
    const idle = await tx`
      select p.id, c.account from people p join invitations i on i.id = p.invitation left join account_people c on c.person = p.id
      where i.id = ${invitation} and ${isIdle(tx)} order by p.id`;
    for (const { id: person, account } of idle) {
      await dropLeases(tx, { person: String(person) });
      await tx`delete from people where id = ${person}`;
      if (account !== null)
        await tx`
          delete from accounts a where a.id = ${account} and not exists (select from account_people c where c.account = a.id)
            and not exists (select from submissions s where s.account = a.id)`;
    }
    await tx`update invitations set used = used - ${idle.length} where id = ${invitation}`;
    return { released: idle.length };
  });
}
