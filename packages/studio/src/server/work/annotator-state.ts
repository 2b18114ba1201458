/** The stored state of one annotator: earlier answers, consent, background answers, and the amount of remaining work. */

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { asJson, count, isId, json, maybeTime, parseRow, parseRows, time } from '../store/rows.ts';
import { again, type Sql, transact } from '../store/transact.ts';

const ownAnswerSchema = z.object({
  item: z.string(),
  /** The id in the dataset; annotators must not see it. */
  name: z.string(),
  position: z.number(),
  shown: json,
  /** The answer as the page sent it. */
  given: json,
  value: json,
  at: time,
  revision: z.number(),
  stage: z.enum(['work', 'gold']),
});
export type OwnAnswer = z.infer<typeof ownAnswerSchema>;

/** Current versions, the most recent first; with `before`, only those answered before that item. */
export async function listOwnAnswers(
  sql: Sql,
  { person, before, limit = 20 }: { person: string; before?: string; limit?: number },
): Promise<OwnAnswer[]> {
  if (!isId(person) || (before !== undefined && !isId(before))) return [];
  const rows = await again(
    () => sql`
      with first as (select item, min(seq) as seq from answers where person = ${person} and stage <> 'qualification' group by item)
      select a.item, i.name, i.position, i.shown, a.given, a.value, a.at, a.revision, a.stage
      from answers a join items i on i.id = a.item join first f on f.item = a.item
      where a.person = ${person} and a.final and a.stage <> 'qualification'
        and (${before ?? null}::uuid is null or f.seq < (select seq from first where item = ${before ?? null}::uuid))
      order by f.seq desc limit ${limit}`,
  );
  return parseRows(ownAnswerSchema, rows);
}

const standingSchema = z.object({
  study: z.string(),
  name: z.string().nullable(),
  /** The position in the order of joining, from 0. */
  number: z.number(),
  /** The crowd platform of the annotator's invitation. */
  crowd: z.string().nullable(),
  consented: maybeTime,
  backgroundAsked: z.boolean(),
  qualified: z.enum(['none', 'passed', 'failed']),
  excluded: z.boolean(),
  withdrawn: z.boolean(),
});
export type Standing = z.infer<typeof standingSchema>;

export async function readStanding(sql: Sql, { person }: { person: string }): Promise<Standing | null> {
  if (!isId(person)) return null;
  const rows = await again(
    () => sql`
      select p.study, p.name, coalesce(p.number, 1) - 1 as number,
        (select n.crowd from invitations n where n.id = p.invitation) as crowd, p.consented, p.background_asked as "backgroundAsked", p.qualified,
        p.excluded is not null as excluded, p.withdrawn is not null as withdrawn
      from people p where p.id = ${person}`,
  );
  return parseRow(standingSchema, rows);
}

const amountSchema = z.object({
  answered: count,
  /** Items that are waiting for this annotator, including current leases. */
  left: count,
  skipped: count,
  /** Skipped items that still need answers. */
  skippedOpen: count,
  unreadNotes: count,
});
export type WorkAmount = z.infer<typeof amountSchema>;

/** Scans all open items of the study, so it should not run for every request. */
export async function countWork(sql: Sql, { person }: { person: string }): Promise<WorkAmount> {
  const rows = await again(
    () => sql`
      select
        (select count(*) from answers a where a.person = p.id and a.final and a.stage <> 'qualification') as answered,
        (select count(*) from leases l where l.person = p.id and l.held and l.stage <> 'qualification')
          + (select count(*) from items i where i.study = p.study and i.kind = 'work' and i.answered + i.held < i.wanted
            and not exists (select from answers a where a.item = i.id and a.person = p.id)
            and not exists (select from skips s where s.item = i.id and s.person = p.id)
            and not exists (select from leases l where l.item = i.id and l.person = p.id and l.held)) as left,
        (select count(*) from skips s where s.person = p.id) as skipped,
        (select count(*) from skips s join items i on i.id = s.item
          where s.person = p.id and i.kind = 'work' and i.answered + i.held < i.wanted) as "skippedOpen",
        (select count(*) from notes n where n.person = p.id and n.author = 'owner' and n.read is null) as "unreadNotes"
      from people p where p.id = ${person}`,
  );
  return amountSchema.parse(rows[0]);
}

export async function recordConsent(sql: Sql, { person }: { person: string }): Promise<void> {
  await again(() => sql`update people set consented = coalesce(consented, clock_timestamp()) where id = ${person}`);
}

/** Stores background answers under a random id, apart from names, tokens and times. Only the first call counts; no answers means that the questions were skipped. */
export async function saveBackground(
  sql: Sql,
  { person, answers }: { person: string; answers: Readonly<Record<string, string>> },
): Promise<void> {
  const id = randomUUID();
  await transact(sql, async (tx) => {
    const updated = await tx`
      update people set background_asked = true where id = ${person} and not background_asked and withdrawn is null returning study`;
    if (updated.length === 0 || Object.keys(answers).length === 0) return;
    await tx`insert into backgrounds (id, study, answers) values (${id}, ${updated[0].study}, ${asJson(answers)}::text::jsonb)`;
    await tx`update people set background = ${id} where id = ${person}`;
  });
}

const backgroundSchema = z.object({ name: z.string(), answers: json });

/** By the names of exported decisions, as the agreement of groups needs them. */
export async function listBackgrounds(sql: Sql, { study }: { study: string }): Promise<z.infer<typeof backgroundSchema>[]> {
  const rows = await again(
    () => sql`
      select p.name, b.answers from people p join backgrounds b on b.id = p.background
      where p.study = ${study} and p.name is not null and p.withdrawn is null order by p.number`,
  );
  return parseRows(backgroundSchema, rows);
}
