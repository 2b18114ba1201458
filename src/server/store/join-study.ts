/** A person joins: annotators get the name that exported decisions use. */
import { randomUUID } from 'node:crypto';
import { StoreRefusal } from './errors.ts';
import type { RoleName } from './invitations.ts';
import { asText } from './rows.ts';
import { type Sql, type Transaction, transact } from './transact.ts';

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

/** An annotator without a link: a simulated one, or one whose answers come from a file. Known names give the same person. */
export async function addAnnotator(
  sql: Sql,
  { study, label = '', simulated = false }: { study: string; label?: string; simulated?: boolean },
): Promise<{ person: string; name: string }> {
  const person = randomUUID();
  return transact(sql, async (tx) => {
    if ((await tx`select from studies where id = ${study} for no key update`).length === 0)
      throw new StoreRefusal('missing', 'there is no such study');
    const known = await tx`
      select id, name from people
      where study = ${study} and role = 'annotator' and (id = ${person} or (${label} <> '' and name = ${label} and simulated = ${simulated}))`;
    if (known.length > 0) return { person: String(known[0].id), name: String(known[0].name) };
    const { name } = await joinStudy(tx, { person, study, invitation: null, role: 'annotator', label, crowdHash: null, simulated });
    return { person, name: name ?? '' };
  });
}

/** The label, else A, B, C … in the order of joining; a name that is taken gets a number. */
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
