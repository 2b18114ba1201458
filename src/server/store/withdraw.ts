/** A person withdraws: values, times and texts are erased, slots open again, and that there were answers is kept. */
import { StoreRefusal } from './errors.ts';
import { countAnswers, dropLeases } from './people.ts';
import { isId } from './rows.ts';
import { type Sql, transact } from './transact.ts';

/** `erased`: answers, all their versions. The person's sessions end. */
export async function withdraw(sql: Sql, { person }: { person: string }): Promise<{ erased: number }> {
  if (!isId(person)) throw new StoreRefusal('missing', 'there is no such person');
  return transact(sql, async (tx) => {
    const rows = await tx`
      select excluded is not null as excluded, withdrawn is not null as withdrawn, background from people
      where id = ${person} and role = 'annotator' for no key update`;
    if (rows.length === 0) throw new StoreRefusal('missing', 'there is no such annotator');
    const [{ erased }] = await tx`select count(*) as erased from answers where person = ${person}`;
    if (rows[0].withdrawn) return { erased: Number(erased) };
    // An excluded person's answers do not count already.
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
