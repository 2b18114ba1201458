/** How far a study is: items, annotators, pace and answers by day, counted by the database. */
import { z } from 'zod';
import { count, isId, parseRow, parseRows } from '../store/rows.ts';
import { again, type Sql } from '../store/transact.ts';

const progressSchema = z.object({
  total: count,
  done: count,
  begun: count,
  given: count,
  wanted: count,
  joined: count,
  active: count,
  medianMs: z.number().nullable(),
  /** Changes with every answer, adjudication and exclusion; cached results are valid while it stays the same. */
  version: z.string(),
});
export type Progress = z.infer<typeof progressSchema>;

export async function readProgress(sql: Sql, { study }: { study: string }): Promise<Progress | null> {
  if (!isId(study)) return null;
  const rows = await again(
    () => sql`
      select i.*, p.*, a."medianMs",
        concat_ws('/', a.seq, a.erased, p.excluded, (select coalesce(max(seq), 0) from adjudications where study = s.id),
          (select count(*) from items where study = s.id and kind <> 'work')) as version
      from studies s
      cross join lateral (
        select count(*) as total, count(*) filter (where answered >= wanted) as done, count(*) filter (where answered > 0 and answered < wanted) as begun,
          coalesce(sum(answered), 0) as given, coalesce(sum(wanted), 0) as wanted
        from items where study = s.id and kind = 'work') i
      cross join lateral (
        select count(*) as joined, count(*) filter (where seen > clock_timestamp() - interval '5 minutes') as active,
          count(*) filter (where excluded is not null) as excluded
        from people where study = s.id and role = 'annotator') p
      cross join lateral (
        select percentile_cont(0.5) within group (order by ms) filter (where final and stage <> 'qualification') as "medianMs",
          coalesce(max(seq), 0) as seq, count(erased) as erased
        from answers where study = s.id) a
      where s.id = ${study}`,
  );
  return parseRow(progressSchema, rows);
}

const daySchema = z.object({ day: z.string(), answers: count });

/** By day (UTC), the oldest first. */
export async function answersByDay(sql: Sql, { study }: { study: string }): Promise<z.infer<typeof daySchema>[]> {
  const rows = await again(
    () => sql`
      select to_char(at, 'YYYY-MM-DD') as day, count(*) as answers from answers
      where study = ${study} and revision = 1 and stage <> 'qualification' group by 1 order by 1`,
  );
  return parseRows(daySchema, rows);
}
