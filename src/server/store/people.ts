/** Annotators of a study with the counts of their work; exclusion, which opens their slots again and keeps their answers. */
import { z } from 'zod';
import { StoreRefusal } from './errors.ts';
import { ROLE_NAMES } from './invitations.ts';
import { asIds, asText, count, isId, maybeTime, parseRow, parseRows, time } from './rows.ts';
import { again, type Sql, type Transaction, transact } from './transact.ts';

const personSchema = z.object({
  person: z.string(),
  name: z.string().nullable(),
  label: z.string(),
  role: z.enum(ROLE_NAMES),
  simulated: z.boolean(),
  joined: time,
  seen: maybeTime,
  consented: maybeTime,
  excluded: maybeTime,
  excludedReason: z.string(),
  withdrawn: maybeTime,
  qualified: z.enum(['none', 'passed', 'failed']),
  /** Items answered, the qualification left out. */
  answers: count,
  skips: count,
  medianMs: z.number().nullable(),
  /** Known items answered after the qualification, and how many of them rightly. */
  goldRight: count,
  gold: count,
});
export type Person = z.infer<typeof personSchema>;

/** In the order of joining. */
export async function listPeople(sql: Sql, { study }: { study: string }): Promise<Person[]> {
  if (!isId(study)) return [];
  const rows = await again(
    () => sql`
      select p.id as person, p.name, p.label, p.role, p.simulated, p.joined, p.seen, p.consented, p.excluded,
        p.excluded_reason as "excludedReason", p.withdrawn, p.qualified, a.*,
        (select count(*) from skips s where s.person = p.id) as skips
      from people p cross join lateral (
        select count(*) filter (where stage <> 'qualification') as answers,
          percentile_cont(0.5) within group (order by ms) filter (where stage <> 'qualification') as "medianMs",
          count(*) filter (where stage = 'gold' and "right") as "goldRight", count(*) filter (where stage = 'gold' and "right" is not null) as gold
        from answers where person = p.id and final and erased is null) a
      where p.study = ${study} order by p.joined, p.id`,
  );
  return parseRows(personSchema, rows);
}

export interface Exclusion {
  study: string;
  person: string;
  excluded: boolean;
  reason?: string;
}

/** `reopened`: answers that no longer count. Taken back, they count again. */
export async function excludePerson(
  sql: Sql,
  { study, person, excluded, reason = '' }: Exclusion,
): Promise<{ excluded: boolean; reopened: number }> {
  if (!isId(study) || !isId(person)) throw unknownPerson();
  return transact(sql, async (tx) => {
    const now = parseRow(
      z.object({ excluded: z.boolean(), withdrawn: z.boolean() }),
      await tx`
        select excluded is not null as excluded, withdrawn is not null as withdrawn from people
        where id = ${person} and study = ${study} and role = 'annotator' for no key update`,
    );
    if (!now) throw unknownPerson();
    if (now.withdrawn) throw new StoreRefusal('conflict', 'this person has withdrawn');
    if (now.excluded === excluded) return { excluded, reopened: 0 };
    await tx`
      update people set excluded = case when ${excluded} then clock_timestamp() end, excluded_reason = ${asText(reason)}
      where id = ${person}`;
    const reopened = await countAnswers(tx, { person, by: excluded ? -1 : 1 });
    if (excluded) await dropLeases(tx, { person });
    return { excluded, reopened: excluded ? reopened : 0 };
  });
}

/** Changes how many answers the items of a person have. The person's row must be locked. */
export async function countAnswers(tx: Transaction, { person, by }: { person: string; by: 1 | -1 }): Promise<number> {
  // Locked in the order of ids, like everyone who locks several items.
  const items = await tx`
    select id from items where id in (select item from answers where person = ${person} and final and stage = 'work')
    order by id for no key update`;
  await tx`update items set answered = answered + ${by} where id = any(${asIds(items.map(({ id }) => String(id)))}::text::uuid[])`;
  return items.length;
}

/** Slots of the leases open again. The person's row must be locked. */
export async function dropLeases(tx: Transaction, { person }: { person: string }): Promise<void> {
  await tx`select id from items where id in (select item from leases where person = ${person}) order by id for no key update`;
  await tx`
    with gone as (delete from leases where person = ${person} returning item, stage, held)
    update items set held = items.held - 1 from gone where items.id = gone.item and gone.held and gone.stage = 'work'`;
}

function unknownPerson(): StoreRefusal {
  return new StoreRefusal('missing', 'there is no such annotator in this study');
}
