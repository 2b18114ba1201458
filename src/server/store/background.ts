/** Answers to background questions: kept under a random id, apart from names, tokens and times. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { asJson, json, parseRows } from './rows.ts';
import { again, type Sql, transact } from './transact.ts';

/** Once; an empty record only notes that the person was asked. */
export async function tellBackground(
  sql: Sql,
  { person, answers }: { person: string; answers: Readonly<Record<string, string>> },
): Promise<void> {
  const id = randomUUID();
  await transact(sql, async (tx) => {
    const asked = await tx`
      update people set background_asked = true where id = ${person} and not background_asked and withdrawn is null returning study`;
    if (asked.length === 0 || Object.keys(answers).length === 0) return;
    await tx`insert into backgrounds (id, study, answers) values (${id}, ${asked[0].study}, ${asJson(answers)}::text::jsonb)`;
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
