/** Skips an item: the lease ends, and the annotator does not see the item again unless the skipped items are reopened. */
import { z } from 'zod';
import { StoreRefusal } from '../store/refusal.ts';
import { asText, count, isId } from '../store/rows.ts';
import { type Sql, type Transaction, transact } from '../store/transact.ts';
import { queueSettingsSchema } from '../studies/study-settings.ts';

export interface Skip {
  person: string;
  item: string;
  lease: string;
  reason?: string;
}

/** If not every item must be answered, this many may be skipped before the required share applies. */
const FREE_SKIPS = 3;

/** How many of the shown items must be answered to get the completion code. */
export function answersNeeded(shown: number, { mustAnswer }: { mustAnswer: number }): number {
  // Shares like 0.7 have no exact binary representation.
  return Math.ceil(mustAnswer * shown - 1e-9);
}

export async function skipItem(sql: Sql, { person, item, lease, reason = '' }: Skip): Promise<void> {
  const conflict = new StoreRefusal('conflict', 'your time for this item ran out');
  if (!isId(person) || !isId(item) || !isId(lease)) throw conflict;
  await transact(sql, async (tx) => {
    await tx`select from people where id = ${person} for no key update`;
    await tx`select from items where id = ${item} for no key update`;
    const ended = await tx`delete from leases where token = ${lease} and item = ${item} and person = ${person} returning stage, held`;
    if (ended.length === 0) {
      // Sent twice: the item is already skipped.
      if ((await tx`select from skips where item = ${item} and person = ${person}`).length > 0) return;
      throw conflict;
    }
    if (ended[0].stage === 'qualification') throw new StoreRefusal('conflict', 'qualification items cannot be skipped');
    if (ended[0].stage === 'work' && ended[0].held) await tx`update items set held = held - 1 where id = ${item}`;
    await demandSkipsLeft(tx, person);
    await tx`insert into skips (item, person, reason) values (${item}, ${person}, ${asText(reason)}) on conflict do nothing`;
  });
}

const amountSchema = z.object({ settings: queueSettingsSchema, answered: count, skipped: count });

async function demandSkipsLeft(tx: Transaction, person: string): Promise<void> {
  const rows = await tx`
    select s.settings,
      (select count(*) from answers a where a.person = p.id and a.final and a.stage <> 'qualification') as answered,
      (select count(*) from skips k where k.person = p.id) as skipped
    from people p join studies s on s.id = p.study where p.id = ${person}`;
  const { settings, answered, skipped } = amountSchema.parse(rows[0]);
  const shown = answered + skipped + 1;
  const free = settings.mustAnswer < 1 ? FREE_SKIPS : 0;
  if (skipped >= Math.max(free, shown - answersNeeded(shown, settings)))
    throw new StoreRefusal(
      'invalid',
      `you have skipped ${skipped} of ${shown - 1} items, the most that this study allows so far; answer this one, or write to the owner of the study`,
    );
}

/** Shows the annotator those skipped items again that still need answers. */
export async function reopenSkipped(sql: Sql, { person }: { person: string }): Promise<{ reopened: number }> {
  if (!isId(person)) return { reopened: 0 };
  return transact(sql, async (tx) => {
    await tx`select from people where id = ${person} for no key update`;
    const rows = await tx`
      delete from skips using items i
      where skips.person = ${person} and i.id = skips.item and i.kind = 'work' and i.answered + i.held < i.wanted returning i.id`;
    return { reopened: rows.length };
  });
}
