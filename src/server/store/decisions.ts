/** Answers for export and for figures: every version in the order of saving, or those that count now. */
import { z } from 'zod';
import { isId, json, parseRows, time } from './rows.ts';
import { again, type Sql } from './transact.ts';

const answerSchema = z.object({
  id: z.string(),
  item: z.string(),
  /** The dataset's id of the item. */
  name: z.string(),
  person: z.string(),
  annotator: z.string(),
  stage: z.enum(['work', 'gold', 'qualification']),
  /** null where it was erased. */
  value: json,
  given: json,
  ms: z.number().nullable(),
  revision: z.number(),
  final: z.boolean(),
  simulated: z.boolean(),
  right: z.boolean().nullable(),
  /** The person's answers do not count. */
  excluded: z.boolean(),
  erased: z.boolean(),
  at: time,
});
export type AnswerRow = z.infer<typeof answerSchema>;

const BATCH = 500;

/** All versions, those of excluded people and the erased ones too, in the order of saving. */
export async function* decisions(sql: Sql, { study }: { study: string }): AsyncGenerator<AnswerRow> {
  if (!isId(study)) return;
  // A database that restarts is waited for until the first rows are there; what breaks later would be told twice.
  const { batches, first } = await again(async () => {
    const opened = sql`${columns(sql)} where a.study = ${study} order by a.seq`.cursor(BATCH)[Symbol.asyncIterator]();
    return { batches: opened, first: await opened.next() };
  });
  try {
    for (let batch = first; !batch.done; batch = await batches.next()) yield* parseRows(answerSchema, batch.value);
  } finally {
    await batches.return?.();
  }
}

/** One for an item and person: the last version, of people who are neither excluded nor withdrawn. The qualification is left out. */
export async function currentAnswers(sql: Sql, { study }: { study: string }): Promise<AnswerRow[]> {
  if (!isId(study)) return [];
  const rows = await again(
    () => sql`
      ${columns(sql)} where a.study = ${study} and a.final and a.erased is null and p.excluded is null and a.stage <> 'qualification'
      order by a.seq`,
  );
  return parseRows(answerSchema, rows);
}

function columns(sql: Sql) {
  return sql`
    select a.id, a.item, i.name, a.person, coalesce(p.name, '') as annotator, a.stage, a.value, a.given, a.ms, a.revision, a.final, a.simulated,
      a."right", p.excluded is not null as excluded, a.erased is not null as erased, a.at
    from answers a join items i on i.id = a.item join people p on p.id = a.person`;
}
