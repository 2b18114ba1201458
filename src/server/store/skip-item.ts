/** Skips an item: the lease ends, and the person is not shown the item again. */
import { StoreRefusal } from './errors.ts';
import { asText, isId } from './rows.ts';
import { type Sql, transact } from './transact.ts';

export interface Skip {
  person: string;
  item: string;
  lease: string;
  reason?: string;
}

export async function skipItem(sql: Sql, { person, item, lease, reason = '' }: Skip): Promise<void> {
  const conflict = new StoreRefusal('conflict', 'this item is not yours any more');
  if (!isId(person) || !isId(item) || !isId(lease)) throw conflict;
  await transact(sql, async (tx) => {
    await tx`select from people where id = ${person} for no key update`;
    await tx`select from items where id = ${item} for no key update`;
    const ended = await tx`delete from leases where token = ${lease} and item = ${item} and person = ${person} returning stage, held`;
    if (ended.length === 0) {
      // Sent twice: it is skipped already.
      if ((await tx`select from skips where item = ${item} and person = ${person}`).length > 0) return;
      throw conflict;
    }
    if (ended[0].stage === 'qualification') throw new StoreRefusal('conflict', 'items of the qualification cannot be skipped');
    if (ended[0].stage === 'work' && ended[0].held) await tx`update items set held = held - 1 where id = ${item}`;
    await tx`insert into skips (item, person, reason) values (${item}, ${person}, ${asText(reason)}) on conflict do nothing`;
  });
}
