/** Items of a study in the database: a snapshot of what annotators see, under opaque ids. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { noSuch } from '../store/refusal.ts';
import { asJson, count, isId, json, parseRow, parseRows } from '../store/rows.ts';
import { again, type Sql, type Transaction, transact } from '../store/transact.ts';

export const ITEM_KINDS = ['work', 'gold', 'qualification'] as const;
/** `gold` items are mixed into the work at a given rate; `qualification` items appear only in the qualification round. */
export type ItemKind = (typeof ITEM_KINDS)[number];

export interface NewItem {
  /** The id in the dataset. */
  name: string;
  also?: readonly string[];
  group?: string | null;
  shown: unknown;
  /** The known answer; required by the kinds gold and qualification. */
  gold?: unknown;
  /** The number of answers needed, if it differs from that of the study. */
  people?: number | null;
  priority?: number;
  kind?: ItemKind;
}

const BATCH = 1000;

/** Appends items in the given order. */
export async function addItems(
  tx: Transaction,
  { study, items, people }: { study: string; items: readonly NewItem[]; people: number },
): Promise<void> {
  const [{ first }] = await tx`select coalesce(max(position) + 1, 0) as first from items where study = ${study}`;
  for (let from = 0; from < items.length; from += BATCH) {
    const rows = items.slice(from, from + BATCH).map((item, i) => ({
      id: randomUUID(),
      name: item.name,
      also: item.also ?? [],
      position: Number(first) + from + i,
      group: item.group ?? null,
      shown: item.shown ?? null,
      gold: item.gold ?? null,
      people: item.people ?? null,
      priority: item.priority ?? 0,
      kind: item.kind ?? 'work',
      wanted: item.people ?? people,
    }));
    await tx`
      insert into items (id, study, name, also, position, "group", shown, gold, people, priority, kind, wanted)
      select id, ${study}::uuid, name, also, position, "group", nullif(shown, 'null'), nullif(gold, 'null'), people, priority, kind, wanted
      from jsonb_to_recordset(${asJson(rows)}::text::jsonb) as r (id uuid, name text, also jsonb, position integer, "group" text,
        shown jsonb, gold jsonb, people integer, priority integer, kind text, wanted integer)`;
  }
}

const itemSchema = z.object({
  item: z.string(),
  study: z.string(),
  name: z.string(),
  also: z.array(z.string()),
  position: z.number(),
  group: z.string().nullable(),
  shown: json,
  gold: json,
  kind: z.enum(ITEM_KINDS),
  priority: z.number(),
  wanted: z.number(),
  answered: z.number(),
  leased: z.number(),
});
/** Annotators must never see `gold` and `name`. */
export type ItemRow = z.infer<typeof itemSchema>;

export async function readItem(sql: Sql, { item }: { item: string }): Promise<ItemRow | null> {
  if (!isId(item)) return null;
  return parseRow(itemSchema, await again(() => sql`select ${columns(sql)} from items where id = ${item}`));
}

const listedSchema = itemSchema.extend({ skipped: count, settled: z.boolean() });
export type ListedItem = z.infer<typeof listedSchema>;

/** `skipped`: skipped by at least one annotator. */
export type ItemState = 'all' | 'open' | 'done' | 'skipped';

export async function listItems(
  sql: Sql,
  { study, state = 'all', from = 0, limit = 100 }: { study: string; state?: ItemState; from?: number; limit?: number },
): Promise<{ total: number; items: ListedItem[] }> {
  if (!isId(study)) return { total: 0, items: [] };
  const chosen = () => sql`
    from items where study = ${study} and (${state} = 'all'
      or (${state} = 'open' and kind = 'work' and answered < wanted)
      or (${state} = 'done' and kind = 'work' and answered >= wanted)
      or (${state} = 'skipped' and exists (select from skips where skips.item = items.id)))`;
  const [{ total }] = await again(() => sql`select count(*) as total ${chosen()}`);
  const rows = await again(
    () => sql`
      select ${columns(sql)}, (select count(*) from skips where skips.item = items.id) as skipped,
        exists (select from adjudications a where a.item = items.id) as settled
      ${chosen()} order by position offset ${from} limit ${limit}`,
  );
  return { total: Number(total), items: parseRows(listedSchema, rows) };
}

/** All items of a study in order, for aggregates and write-back. */
export async function* allItems(sql: Sql, { study }: { study: string }): AsyncGenerator<ItemRow> {
  if (!isId(study)) return;
  for await (const rows of sql`select ${columns(sql)} from items where study = ${study} order by position`.cursor(BATCH))
    yield* parseRows(itemSchema, rows);
}

/** Items with a higher priority come first. */
export async function setPriority(sql: Sql, { study, item, priority }: { study: string; item: string; priority: number }): Promise<void> {
  const rows =
    isId(study) && isId(item)
      ? await again(() => sql`update items set priority = ${priority} where id = ${item} and study = ${study} returning id`)
      : [];
  if (rows.length === 0) throw noSuch('item in this study');
}

/** Sets known answers. Items with one serve to check annotators and need no answers; null makes an item ordinary again. */
export async function setGold(
  sql: Sql,
  { study, values, kind = 'gold' }: { study: string; values: readonly { item: string; gold: unknown }[]; kind?: 'gold' | 'qualification' },
): Promise<{ changed: number }> {
  return transact(sql, async (tx) => {
    let changed = 0;
    for (let from = 0; from < values.length; from += BATCH) {
      const rows = await tx`
        update items set gold = nullif(r.gold, 'null'), kind = case when nullif(r.gold, 'null') is null then 'work' else ${kind} end
        from jsonb_to_recordset(${asJson(values.slice(from, from + BATCH))}::text::jsonb) as r (item uuid, gold jsonb)
        where items.id = r.item and items.study = ${study} returning items.id`;
      changed += rows.length;
    }
    return { changed };
  });
}

function columns(sql: Sql) {
  return sql`items.id as item, study, name, also, position, "group", shown, gold, kind, priority, wanted, answered, held as leased`;
}
