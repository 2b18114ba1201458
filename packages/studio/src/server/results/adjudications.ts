/** Adjudications: values that count in place of the annotators' answers. Every version is kept. */
import { z } from 'zod';
import { noSuch, StoreRefusal } from '../store/refusal.ts';
import { asJson, isId, json, parseRows, time } from '../store/rows.ts';
import { again, type Sql, transact } from '../store/transact.ts';

const adjudicationSchema = z.object({
  id: z.string(),
  item: z.string(),
  name: z.string(),
  person: z.string().nullable(),
  value: json,
  revision: z.number(),
  at: time,
});
export type Adjudication = z.infer<typeof adjudicationSchema>;

export interface NewAdjudication {
  /** A UUID made by the page. */
  id: string;
  study: string;
  item: string;
  person: string;
  value: unknown;
}

/** Saved once even if it is sent twice; different content under the same id is a conflict. */
export async function insertAdjudication(
  sql: Sql,
  { id, study, item, person, value }: NewAdjudication,
): Promise<{ revision: number; known: boolean }> {
  if (!isId(id)) throw new StoreRefusal('invalid', 'the id of an adjudication must be a UUID');
  if (!isId(study) || !isId(item)) throw noSuch('item in this study');
  const text = asJson(value);
  return transact(sql, async (tx) => {
    const place = await tx`select from items where id = ${item} and study = ${study} for no key update`;
    if (place.length === 0) throw noSuch('item in this study');
    const inserted = await tx`
      insert into adjudications (id, study, item, person, value, revision)
      values (${id}, ${study}, ${item}, ${person}, ${text}::text::jsonb,
        (select coalesce(max(revision), 0) + 1 from adjudications where item = ${item}))
      on conflict (id) do nothing returning revision`;
    if (inserted.length > 0) return { revision: Number(inserted[0].revision), known: false };
    const [existing] = await tx`
      select revision, item = ${item} and value is not distinct from ${text}::text::jsonb as same from adjudications where id = ${id}`;
    if (!existing.same) throw new StoreRefusal('conflict', 'this id was already used for another adjudication');
    return { revision: Number(existing.revision), known: true };
  });
}

/** The latest of each item, in the order of items; with `all`, every version. */
export async function listAdjudications(sql: Sql, { study, all = false }: { study: string; all?: boolean }): Promise<Adjudication[]> {
  if (!isId(study)) return [];
  const rows = await again(
    () => sql`
      select a.id, a.item, i.name, a.person, a.value, a.revision, a.at from adjudications a join items i on i.id = a.item
      where a.study = ${study}
        and (${all} or not exists (select from adjudications later where later.item = a.item and later.revision > a.revision))
      order by i.position, a.revision`,
  );
  return parseRows(adjudicationSchema, rows);
}
