/** Annotators of a study: how they join, under the names that exported decisions use, and the counts of their work. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { noSuch } from '../store/refusal.ts';
import { asText, count, isId, maybeTime, parseRows, time } from '../store/rows.ts';
import { again, type Sql, type Transaction, transact } from '../store/transact.ts';
import { ROLE_NAMES, type RoleName } from './invitations.ts';

export interface Joining {
  person: string;
  study: string | null;
  invitation: string | null;
  role: RoleName;
  label: string;
  crowdHash: Uint8Array | null;
  simulated: boolean;
}

export async function joinStudy(tx: Transaction, joining: Joining): Promise<{ name: string | null }> {
  const { person, study, invitation, role, label, crowdHash, simulated } = joining;
  const annotator = role === 'annotator' ? await nextName(tx, { study, label }) : { number: null, name: null };
  await tx`
    insert into people (id, study, invitation, role, label, name, number, simulated, crowd_hash)
    values (${person}, ${study}, ${invitation}, ${role}, ${asText(label)}, ${annotator.name}, ${annotator.number}, ${simulated}, ${crowdHash})`;
  return { name: annotator.name };
}

/** Adds an annotator without an invitation: a simulated one, or one whose answers are imported. An existing name returns the same person. */
export async function addAnnotator(
  sql: Sql,
  { study, label = '', simulated = false }: { study: string; label?: string; simulated?: boolean },
): Promise<{ person: string; name: string }> {
  const person = randomUUID();
  return transact(sql, async (tx) => {
    if ((await tx`select from studies where id = ${study} for no key update`).length === 0) throw noSuch('study');
    const existing = await tx`
      select id, name from people
      where study = ${study} and role = 'annotator' and (id = ${person} or (${label} <> '' and name = ${label} and simulated = ${simulated}))`;
    if (existing.length > 0) return { person: String(existing[0].id), name: String(existing[0].name) };
    const { name } = await joinStudy(tx, { person, study, invitation: null, role: 'annotator', label, crowdHash: null, simulated });
    return { person, name: name ?? '' };
  });
}

/** Uses the label or, in the order of joining, A, B, C …, with a number appended if the name is taken. */
async function nextName(
  tx: Transaction,
  { study, label }: { study: string | null; label: string },
): Promise<{ number: number; name: string }> {
  await tx`select from studies where id = ${study} for no key update`;
  const [{ last }] = await tx`select coalesce(max(number), 0) as last from people where study = ${study}`;
  const number = Number(last) + 1;
  const base = label.trim() === '' ? lettersOf(number) : label.trim();
  for (let i = 1; ; i++) {
    const name = i === 1 ? base : `${base} ${i}`;
    if ((await tx`select from people where study = ${study} and name = ${name}`).length === 0) return { number, name };
  }
}

/** 1 → A, 26 → Z, 27 → AA. */
export function lettersOf(number: number): string {
  let letters = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

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
  /** Answered items, not counting the qualification. */
  answers: count,
  skips: count,
  medianMs: z.number().nullable(),
  /** Items with known answers, not counting the qualification: correct answers, and all. */
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
