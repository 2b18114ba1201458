/** A job queue. Jobs are leased by the database clock; storing the result and completing the job are one transaction. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { asJson, asText, count, isId, json, maybeTime, parseRow, parseRows, time } from './rows.ts';
import { again, type Sql, type Transaction, transact } from './transact.ts';

export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

const jobSchema = z.object({
  id: z.string(),
  kind: z.string(),
  payload: json,
  state: z.enum(JOB_STATES),
  tries: z.number(),
  worker: z.string().nullable(),
  result: json,
  error: z.string().nullable(),
  created: time,
  started: maybeTime,
  ended: maybeTime,
  expires: maybeTime,
});
export type Job = z.infer<typeof jobSchema>;

export interface NewJob {
  /** Adding the same id twice creates one job. */
  id?: string;
  kind: string;
  payload?: unknown;
  priority?: number;
  /** After this many failed or abandoned tries the job has failed. */
  mostTries?: number;
}

/** Within a transaction, the job appears together with the other changes. */
export async function addJob(
  sql: Sql | Transaction,
  { id = randomUUID(), kind, payload, priority = 0, mostTries = 3 }: NewJob,
): Promise<{ job: string }> {
  const text = asJson(payload);
  await sql`
    insert into jobs (id, kind, payload, priority, most_tries)
    values (${id}, ${kind}, ${text}::text::jsonb, ${priority}, ${mostTries}) on conflict (id) do nothing`;
  return { job: id };
}

export interface LeasedJob {
  job: string;
  token: string;
  kind: string;
  payload: unknown;
  tries: number;
}

const leasedSchema = z.object({ job: z.string(), token: z.string(), kind: z.string(), payload: json, tries: z.number() });

/** Leases the next job of these kinds; null if none is waiting. Expired leases are first returned to the queue, or failed if no tries are left. */
export async function leaseJob(
  sql: Sql,
  { kinds, worker, seconds }: { kinds: readonly string[]; worker: string; seconds: number },
): Promise<LeasedJob | null> {
  return transact(sql, async (tx) => {
    await tx`
      with lapsed as (
        select id from jobs where state = 'running' and expires <= clock_timestamp() and kind in (select jsonb_array_elements_text(${asJson(kinds)}::text::jsonb))
        for no key update skip locked)
      update jobs set token = null, worker = null, expires = null,
        state = case when tries >= most_tries then 'failed' else 'queued' end,
        error = case when tries >= most_tries then 'its worker stopped responding' end,
        ended = case when tries >= most_tries then clock_timestamp() end
      from lapsed where jobs.id = lapsed.id`;
    const rows = await tx`
      with next as (
        select id from jobs where state = 'queued' and kind in (select jsonb_array_elements_text(${asJson(kinds)}::text::jsonb))
        order by priority desc, seq limit 1 for no key update skip locked)
      update jobs set state = 'running', token = gen_random_uuid(), worker = ${asText(worker)}, tries = tries + 1,
        started = clock_timestamp(), expires = clock_timestamp() + ${seconds}::float8 * interval '1 second'
      from next where jobs.id = next.id
      returning jobs.id as job, jobs.token, jobs.kind, jobs.payload, jobs.tries`;
    return parseRow(leasedSchema, rows);
  });
}

export interface Lease {
  job: string;
  token: string;
}

/** false if another worker has the job or it was cancelled; the worker must then stop. */
export async function renewJob(sql: Sql, { job, token, seconds }: Lease & { seconds: number }): Promise<boolean> {
  const rows = await again(
    () => sql`
      update jobs set expires = clock_timestamp() + ${seconds}::float8 * interval '1 second'
      where id = ${job} and token = ${token} and state = 'running' returning id`,
  );
  return rows.length > 0;
}

/**
 * `write` stores the result in the transaction that completes the job. It may be retried, so ids must be chosen before.
 * Returns false if the lease was lost; nothing is written then.
 */
export async function completeJob(
  sql: Sql,
  { job, token, result }: Lease & { result?: unknown },
  write: (tx: Transaction) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const text = asJson(result);
  return transact(sql, async (tx) => {
    const rows = await tx`
      update jobs set state = 'done', result = ${text}::text::jsonb, error = null, expires = null, ended = clock_timestamp()
      where id = ${job} and token = ${token} and state = 'running' returning id`;
    // After a lost COMMIT reply the transaction is retried; the token shows that the job was completed by this lease.
    if (rows.length === 0) return (await tx`select from jobs where id = ${job} and token = ${token} and state = 'done'`).length > 0;
    await write(tx);
    return true;
  });
}

/** With `retry`, the job is queued again while tries are left. Returns false if the lease was lost. */
export async function failJob(
  sql: Sql,
  { job, token, error, retry = false }: Lease & { error: string; retry?: boolean },
): Promise<boolean> {
  const rows = await again(
    () => sql`
      update jobs set error = ${asText(error)}, expires = null,
        state = case when ${retry} and tries < most_tries then 'queued' else 'failed' end,
        ended = case when ${retry} and tries < most_tries then null else clock_timestamp() end
      where id = ${job} and token = ${token} and state = 'running' returning id`,
  );
  return rows.length > 0;
}

/** Returns false if the job had already ended. The worker of a running job notices when it renews or completes. */
export async function cancelJob(sql: Sql, { job }: { job: string }): Promise<boolean> {
  if (!isId(job)) return false;
  const rows = await again(
    () => sql`
      update jobs set state = 'cancelled', expires = null, ended = clock_timestamp()
      where id = ${job} and state in ('queued', 'running') returning id`,
  );
  return rows.length > 0;
}

export async function readJob(sql: Sql, { job }: { job: string }): Promise<Job | null> {
  if (!isId(job)) return null;
  return parseRow(jobSchema, await again(() => sql`select * from jobs where id = ${job}`));
}

/** The newest first. */
export async function listJobs(sql: Sql, { kind, limit = 100 }: { kind: string; limit?: number }): Promise<Job[]> {
  return parseRows(jobSchema, await again(() => sql`select * from jobs where kind = ${kind} order by seq desc limit ${limit}`));
}

const talliesSchema = z.object({ state: z.enum(JOB_STATES), number: count });

export async function countJobs(sql: Sql, { kind }: { kind: string }): Promise<Record<(typeof JOB_STATES)[number], number>> {
  const rows = parseRows(
    talliesSchema,
    await again(() => sql`select state, count(*) as number from jobs where kind = ${kind} group by state`),
  );
  const tallies = { queued: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
  for (const { state, number } of rows) tallies[state] = number;
  return tallies;
}
