/** The qualification round: attempts on items with known answers, passed with a given share of correct answers. */
import { z } from 'zod';
import { StoreRefusal } from '../store/refusal.ts';
import { count, parseRow, parseRows } from '../store/rows.ts';
import { again, type Sql, type Transaction } from '../store/transact.ts';

export interface Round {
  items: number;
  pass: number;
  tries: number;
}

const attemptSchema = z.object({
  attempt: z.number(),
  size: z.number(),
  answered: z.number(),
  right: z.number(),
  state: z.enum(['open', 'passed', 'failed']),
});
export type Attempt = z.infer<typeof attemptSchema>;

/** The attempts of a person, in order. */
export async function listAttempts(sql: Sql, { person }: { person: string }): Promise<Attempt[]> {
  const rows = await again(
    () => sql`select attempt, size, answered, "right", state from attempts where person = ${person} order by attempt`,
  );
  return parseRows(attemptSchema, rows);
}

/** The open attempt or the next one; null if no tries are left. */
export async function openAttempt(
  tx: Transaction,
  { person, study, round }: { person: string; study: string; round: Round },
): Promise<Attempt | null> {
  const last = parseRow(
    attemptSchema,
    await tx`select attempt, size, answered, "right", state from attempts where person = ${person} order by attempt desc limit 1`,
  );
  if (last?.state === 'open') return last;
  if (last && last.attempt >= round.tries) return null;
  const [{ known }] = await tx`select count(*) as known from items where study = ${study} and kind <> 'work'`;
  const size = Math.min(round.items, count.parse(known));
  if (size === 0) throw new StoreRefusal('conflict', 'the study has a qualification round but no items with known answers');
  const rows = await tx`
    insert into attempts (person, attempt, size) values (${person}, ${(last?.attempt ?? 0) + 1}, ${size})
    returning attempt, size, answered, "right", state`;
  return attemptSchema.parse(rows[0]);
}

/** Counts an answer of an attempt. The last answer ends it. */
export async function countAttempt(
  tx: Transaction,
  { person, attempt, right, round }: { person: string; attempt: number; right: boolean; round: Round },
): Promise<'passed' | 'failed' | 'again' | null> {
  const now = attemptSchema.parse(
    (
      await tx`
        update attempts set answered = answered + 1, "right" = "right" + ${right ? 1 : 0}
        where person = ${person} and attempt = ${attempt} returning attempt, size, answered, "right", state`
    )[0],
  );
  if (now.state !== 'open' || now.answered < now.size) return null;
  const passed = now.right >= round.pass * now.size;
  await tx`
    update attempts set state = ${passed ? 'passed' : 'failed'}, ended = clock_timestamp()
    where person = ${person} and attempt = ${attempt}`;
  if (!passed && attempt < round.tries) return 'again';
  await tx`update people set qualified = ${passed ? 'passed' : 'failed'} where id = ${person}`;
  return passed ? 'passed' : 'failed';
}
