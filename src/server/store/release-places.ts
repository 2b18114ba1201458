/** Gives places of a link for several people back that were taken by people who have done nothing since. */
import { StoreRefusal } from './errors.ts';
import { isIdle } from './idle-people.ts';
import { dropLeases } from './people.ts';
import { isId } from './rows.ts';
import { type Sql, transact } from './transact.ts';

/** Removes idle people and gives their places back to the link, by which they can join again. */
export async function releasePlaces(sql: Sql, { invitation }: { invitation: string }): Promise<{ released: number }> {
  if (!isId(invitation)) throw new StoreRefusal('missing', 'there is no such invitation');
  return transact(sql, async (tx) => {
    if ((await tx`select from invitations where id = ${invitation} for no key update`).length === 0)
      throw new StoreRefusal('missing', 'there is no such invitation');
    const locked = await tx`select id from people where invitation = ${invitation} order by id for no key update`;
    if (locked.length === 0) return { released: 0 };
    // Behind the lock: whoever answers at this moment is not idle any more.
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
