/** Notes between annotators and the owner: one thread per annotator. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { noSuch } from '../store/refusal.ts';
import { asText, isId, maybeTime, parseRow, parseRows, time } from '../store/rows.ts';
import { again, type Sql, transact } from '../store/transact.ts';

const noteSchema = z.object({
  note: z.string(),
  study: z.string(),
  person: z.string(),
  annotator: z.string(),
  item: z.string().nullable(),
  from: z.enum(['annotator', 'owner']),
  text: z.string(),
  at: time,
  read: maybeTime,
});
export type Note = z.infer<typeof noteSchema>;

export interface NewNote {
  study: string;
  /** The annotator of the thread. */
  person: string;
  from: 'annotator' | 'owner';
  text: string;
  item?: string | null;
}

export async function writeNote(sql: Sql, { study, person, from, text, item = null }: NewNote): Promise<Note> {
  const id = randomUUID();
  const missing = noSuch('annotator or item in this study');
  if (!isId(study) || !isId(person) || (item !== null && !isId(item))) throw missing;
  await transact(sql, async (tx) => {
    const rows = await tx`
      insert into notes (id, study, person, item, author, text)
      select ${id}, p.study, p.id, ${item}::uuid, ${from}, ${asText(text)} from people p
      where p.id = ${person} and p.study = ${study} and p.role = 'annotator' and p.withdrawn is null
        and (${item}::uuid is null or exists (select from items i where i.id = ${item}::uuid and i.study = p.study))
      on conflict (id) do nothing returning id`;
    if (rows.length === 0 && (await tx`select from notes where id = ${id}`).length === 0) throw missing;
  });
  const note = parseRow(noteSchema, await again(() => sql`${columns(sql)} where n.id = ${id}`));
  if (!note) throw missing;
  return note;
}

/** In order, of one annotator or the whole study. Notes of annotators who have withdrawn are erased. */
export async function listNotes(sql: Sql, { study, person = null }: { study: string; person?: string | null }): Promise<Note[]> {
  if (!isId(study) || (person !== null && !isId(person))) return [];
  const rows = await again(
    () => sql`
      ${columns(sql)} where n.study = ${study} and n.erased is null and (${person}::uuid is null or n.person = ${person}::uuid)
      order by n.seq`,
  );
  return parseRows(noteSchema, rows);
}

/** Marks the owner's notes to an annotator as read. */
export async function markNotesRead(sql: Sql, { person }: { person: string }): Promise<void> {
  await again(() => sql`update notes set read = clock_timestamp() where person = ${person} and author = 'owner' and read is null`);
}

function columns(sql: Sql) {
  return sql`
    select n.id as note, n.study, n.person, coalesce(p.name, '') as annotator, n.item, n.author as "from", n.text, n.at, n.read
    from notes n join people p on p.id = n.person`;
}
