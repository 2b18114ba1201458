/** Studies in the database: one task on a snapshot of items, with settings that the owner may change at any time. */

import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { noSuch } from '../store/refusal.ts';
import { asJson, count, isId, json, parseRow, parseRows, time } from '../store/rows.ts';
import { again, type Sql, transact } from '../store/transact.ts';
import { addItems, type NewItem } from './item-queries.ts';
import { type QueueSettings, queueSettingsSchema } from './study-settings.ts';

export const STUDY_STATES = ['draft', 'open', 'closed'] as const;

const plainStudySchema = z.object({
  id: z.string(),
  task: z.string(),
  benchmark: z.string(),
  /** Dataset folder with hash, split, runs and seed; the store does not interpret it. */
  source: json,
  settings: queueSettingsSchema,
  state: z.enum(STUDY_STATES),
  demo: z.boolean(),
  created: time,
  /** Some of its annotators are simulated. */
  simulated: z.boolean(),
});
/** A study without item counts, cheap enough to read for every request. */
export type PlainStudy = z.infer<typeof plainStudySchema>;

const studyRowSchema = plainStudySchema.extend({
  /** Items that need answers; `goldItems` have a known answer, for checking annotators. */
  items: count,
  goldItems: count,
  /** The number of counting answers, out of `wanted`. */
  answers: count,
  wanted: count,
});
export type StudyRow = z.infer<typeof studyRowSchema>;

export interface NewStudy {
  id?: string;
  task: string;
  benchmark: string;
  source: unknown;
  settings: QueueSettings;
  demo?: boolean;
  items: Iterable<NewItem>;
}

/** The new study is a draft with a snapshot of its items. */
export async function insertStudy(sql: Sql, { id = randomUUID(), items, ...study }: NewStudy): Promise<StudyRow> {
  const settings = queueSettingsSchema.parse(study.settings);
  const salt = randomBytes(32);
  const list = [...items];
  await transact(sql, async (tx) => {
    const inserted = await tx`
      insert into studies (id, task, benchmark, source, settings, demo, salt)
      values (${id}, ${study.task}, ${study.benchmark}, ${asJson(study.source)}::text::jsonb, ${asJson(settings)}::text::jsonb,
        ${study.demo ?? false}, ${salt})
      on conflict (id) do nothing returning id`;
    if (inserted.length > 0) await addItems(tx, { study: id, items: list, people: settings.people });
  });
  return demandRow(await readStudy(sql, { study: id }));
}

/** The newest first. */
export async function listStudies(sql: Sql, { study = null }: { study?: string | null } = {}): Promise<StudyRow[]> {
  if (study !== null && !isId(study)) return [];
  const rows = await again(
    () => sql`
      select s.*, i.*, exists (select from people p where p.study = s.id and p.simulated) as simulated
      from studies s cross join lateral (
        select count(*) filter (where kind = 'work') as items, count(*) filter (where kind <> 'work') as "goldItems",
          coalesce(sum(answered) filter (where kind = 'work'), 0) as answers, coalesce(sum(wanted) filter (where kind = 'work'), 0) as wanted
        from items where study = s.id) i
      where ${study}::uuid is null or s.id = ${study}::uuid
      order by s.created desc, s.id`,
  );
  return parseRows(studyRowSchema, rows);
}

export async function readStudy(sql: Sql, { study }: { study: string }): Promise<StudyRow | null> {
  return (await listStudies(sql, { study }))[0] ?? null;
}

export async function findStudy(sql: Sql, { study }: { study: string }): Promise<PlainStudy | null> {
  if (!isId(study)) return null;
  return parseRow(
    plainStudySchema,
    await again(
      () =>
        sql`select s.*, exists (select from people p where p.study = s.id and p.simulated) as simulated from studies s where s.id = ${study}`,
    ),
  );
}

export interface StudyUpdate {
  study: string;
  /** Fields that replace those of the settings. */
  settings?: Partial<QueueSettings>;
  state?: 'open' | 'closed';
}

/** Changing the number of people adds or removes slots of all items without a number of their own. */
export async function updateStudy(sql: Sql, { study, settings = {}, state }: StudyUpdate): Promise<StudyRow> {
  if (!isId(study)) throw noSuch('study');
  await transact(sql, async (tx) => {
    const now = parseRow(
      z.object({ settings: queueSettingsSchema }),
      await tx`select settings from studies where id = ${study} for no key update`,
    );
    if (!now) throw noSuch('study');
    const next = queueSettingsSchema.parse({ ...now.settings, ...settings });
    await tx`update studies set settings = ${asJson(next)}::text::jsonb, state = coalesce(${state ?? null}, state) where id = ${study}`;
    if (next.people !== now.settings.people) {
      // Items are always locked in the order of their ids, to avoid deadlocks.
      await tx`select id from items where study = ${study} and people is null order by id for no key update`;
      await tx`update items set wanted = ${next.people} where study = ${study} and people is null`;
    }
  });
  return demandRow(await readStudy(sql, { study }));
}

function demandRow(study: StudyRow | null): StudyRow {
  if (!study) throw noSuch('study');
  return study;
}
