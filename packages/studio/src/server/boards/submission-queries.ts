/** Submissions and reference rows in the database. They have the state of their job; failed and cancelled ones use no quota. */
import { z } from 'zod';
import { noSuch, StoreRefusal } from '../store/refusal.ts';
import { asJson, asText, isId, json, maybeTime, parseRow, parseRows, time } from '../store/rows.ts';
import { again, codeOf, type Sql, type Transaction } from '../store/transact.ts';

const STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
/** `file` and `run` are uploads. The others are reference rows, which are computed again with every scoring, except `imported` ones. */
const ORIGINS = ['file', 'run', 'human', 'random', 'majority', 'imported'] as const;

const submissionSchema = z.object({
  id: z.string(),
  board: z.string(),
  kind: z.enum(['submission', 'reference']),
  origin: z.enum(ORIGINS),
  /** The name of the account; null for reference rows. */
  account: z.string().nullable(),
  accountId: z.string().nullable(),
  phase: z.string(),
  row: z.string(),
  at: time,
  job: z.string().nullable(),
  state: z.enum(STATES),
  reason: z.string().nullable(),
  position: z.number().nullable(),
  withdrawn: maybeTime,
  final: z.boolean(),
  sha256: z.string().nullable(),
  model: z.string().nullable(),
  note: z.string().nullable(),
  links: z.array(z.string()).nullable(),
  parameters: z.string().nullable(),
});
export type SubmissionRow = z.infer<typeof submissionSchema>;

export interface NewSubmission {
  id: string;
  /** The sender's idempotency key, unique per account. */
  key?: string;
  /** A hash of the content sent with the key. */
  request?: string;
  board: string;
  /** The id of the account; null for a reference row. */
  account: string | null;
  origin: SubmissionRow['origin'];
  phase: string;
  row: string;
  at: string;
  /** The scoring job; null for imported submissions. */
  job: string | null;
  lines?: string;
  sha256?: string;
  model?: string;
  note?: string;
  links?: readonly string[];
  parameters?: string;
  /** For imported submissions. */
  state?: 'done' | 'failed' | 'cancelled';
  reason?: string;
  position?: number;
  withdrawn?: boolean;
  final?: boolean;
}

/** The job must already exist. Refuses an existing id, and a key that the account has used before. */
export async function insertSubmission(tx: Transaction, submission: NewSubmission): Promise<void> {
  const inserted = tx`
    insert into submissions (id, key, request, board, account, kind, origin, phase, "row", at, job, state, reason, position, withdrawn, final, sha256, model, note,
      links, parameters)
    values (${submission.id}, ${submission.key ?? null}, ${submission.request ?? null}, ${submission.board}, ${submission.account}, ${submission.account === null ? 'reference' : 'submission'}, ${submission.origin}, ${asText(submission.phase)}, ${asText(submission.row)},
      ${submission.at}::text::timestamptz, ${submission.job}, ${submission.state ?? null}, ${submission.reason === undefined ? null : asText(submission.reason)}, ${submission.position ?? null},
      case when ${submission.withdrawn ?? false} then ${submission.at}::text::timestamptz end, ${submission.final ?? false}, ${submission.sha256 ?? null}, ${maybeText(submission.model)}, ${maybeText(submission.note)},
      ${asJson(submission.links)}::text::jsonb, ${maybeText(submission.parameters)})`;
  await inserted.catch((error: unknown) => {
    throw codeOf(error) === '23505' ? new StoreRefusal('conflict', 'this submission already exists') : error;
  });
  if (submission.lines !== undefined)
    await tx`insert into predictions (submission, lines) values (${submission.id}, ${asText(submission.lines)})`;
}

function maybeText(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : asText(text);
}

export interface SubmissionQuery {
  board: string;
  submission?: string;
  /** The id of an account. */
  account?: string;
}

/** In the order of receipt. */
export async function listSubmissions(sql: Sql | Transaction, { board, submission, account }: SubmissionQuery): Promise<SubmissionRow[]> {
  if (!isId(board) || (submission !== undefined && !isId(submission))) return [];
  const ask = () => sql`
      select s.id, s.board, s.kind, s.origin, a.name as account, s.account as "accountId", s.phase, s."row", s.at, s.job, coalesce(j.state, s.state) as state,
        coalesce(case when j.state = 'failed' then j.error end, s.reason) as reason, s.position, s.withdrawn, s.final, s.sha256, s.model, s.note, s.links, s.parameters
      from submissions s left join jobs j on j.id = s.job left join accounts a on a.id = s.account
      where s.board = ${board} and (${submission ?? null}::uuid is null or s.id = ${submission ?? null}::uuid)
        and (${account ?? null}::uuid is null or s.account = ${account ?? null}::uuid)
      order by s.seq`;
  // Transactions are retried as a whole, by the code that started them.
  const rows = 'begin' in sql ? await again(ask) : await ask();
  return parseRows(submissionSchema, rows);
}

/** The names of the reference rows of a competition. */
export async function listReferenceRows(sql: Sql, { board }: { board: string }): Promise<string[]> {
  if (!isId(board)) return [];
  const rows = await again(() => sql`select distinct "row" from submissions where board = ${board} and kind = 'reference'`);
  return rows.map(({ row }) => String(row));
}

export async function readSubmission(sql: Sql, query: { board: string; submission: string }): Promise<SubmissionRow> {
  const [row] = await listSubmissions(sql, query);
  if (!row) throw noSuch('submission');
  return row;
}

const keyedSchema = z.object({ submission: z.string(), phase: z.string(), request: z.string().nullable() });

/** The submission that an account sent with this key, or null. */
export async function findByKey(
  sql: Sql | Transaction,
  { account, key }: { account: string; key: string },
): Promise<z.infer<typeof keyedSchema> | null> {
  const ask = () => sql`select id as submission, phase, request from submissions where account = ${account} and key = ${key}`;
  return parseRow(keyedSchema, 'begin' in sql ? await again(ask) : await ask());
}

/** The stored predictions; null for reference rows that are computed again. */
export async function readPredictionLines(sql: Sql, { submission }: { submission: string }): Promise<string | null> {
  const rows = await again(() => sql`select lines from predictions where submission = ${submission}`);
  return rows.length > 0 ? String(rows[0].lines) : null;
}

/** Locks the account, so that concurrent uploads are counted one after the other. */
export async function lockAccount(tx: Transaction, { account }: { account: string }): Promise<void> {
  if ((await tx`select from accounts where id = ${account} for no key update`).length === 0) throw noSuch('account');
}

export interface SubmissionUpdate {
  submission: string;
  withdrawn?: boolean;
  final?: boolean;
  model?: string;
  note?: string;
  links?: readonly string[];
  parameters?: string;
}

/** At most one submission of a row is marked as final. The board must be locked. */
export async function updateSubmission(tx: Transaction, { submission, withdrawn, final, ...said }: SubmissionUpdate): Promise<void> {
  if (withdrawn)
    await tx`update submissions set withdrawn = coalesce(withdrawn, clock_timestamp()), final = false where id = ${submission}`;
  if (final !== undefined) {
    await tx`
      update submissions set final = false from submissions chosen
      where chosen.id = ${submission} and submissions.account = chosen.account and submissions.phase = chosen.phase and submissions."row" = chosen."row"`;
    if (final) await tx`update submissions set final = true where id = ${submission} and withdrawn is null`;
  }
  for (const [name, value] of Object.entries({ model: said.model, note: said.note, parameters: said.parameters }))
    if (value !== undefined) await tx`update submissions set ${tx(name)} = ${maybeText(value)} where id = ${submission}`;
  if (said.links) await tx`update submissions set links = ${asJson(said.links)}::text::jsonb where id = ${submission}`;
}

/** Assigns a new scoring job. */
export async function setJob(tx: Transaction, { submission, job }: { submission: string; job: string }): Promise<void> {
  await tx`update submissions set job = ${job} where id = ${submission}`;
}

/** Assigns the next position in the order of the Ladder, which never changes afterwards. The board must be locked. */
export async function placeSubmission(tx: Transaction, { submission }: { submission: string }): Promise<void> {
  await tx`
    update submissions s set position = (select coalesce(max(o.position), 0) + 1 from submissions o where o.board = s.board and o.phase = s.phase)
    where s.id = ${submission} and s.position is null`;
}

export async function writeScores(
  tx: Transaction,
  { submission, scoring, scored }: { submission: string; scoring: number; scored: unknown },
): Promise<void> {
  await tx`
    insert into scores (submission, scoring, scored) values (${submission}, ${scoring}, ${asJson(scored)}::text::jsonb)
    on conflict (submission, scoring) do nothing`;
}

const scoresSchema = z.object({ submission: z.string(), scored: json });

/** The scores by submission id. */
export async function readScores(sql: Sql, { board, scoring }: { board: string; scoring: number }): Promise<Map<string, unknown>> {
  const rows = await again(
    () =>
      sql`select x.submission, x.scored from scores x join submissions s on s.id = x.submission where s.board = ${board} and x.scoring = ${scoring}`,
  );
  return new Map(parseRows(scoresSchema, rows).map(({ submission, scored }) => [submission, scored]));
}

/** Does any submission of any competition have one of these ids? */
export async function isKnownSubmission(sql: Sql, { ids }: { ids: readonly string[] }): Promise<boolean> {
  const rows = await again(
    () => sql`select from submissions where id in (select e::uuid from jsonb_array_elements_text(${asJson(ids)}::text::jsonb) e) limit 1`,
  );
  return rows.length > 0;
}

export interface UploadDay {
  /** The id of the account. */
  account: string;
  /** A date like 2027-01-20. */
  day: string;
}

/** Counts an upload as refused until `takeUpload` is called, so that concurrent uploads count too. Returns false if `most` were refused that day. */
export async function beginUpload(sql: Sql, { account, day, most }: UploadDay & { most: number }): Promise<boolean> {
  const rows = await again(
    () => sql`
      update accounts set refused = case when refused_on = ${day}::text::date then refused + 1 else 1 end, refused_on = ${day}::text::date
      where id = ${account} and (refused_on is distinct from ${day}::text::date or refused < ${most}) returning id`,
  );
  return rows.length > 0;
}

/** The upload was accepted, so it no longer counts as refused. */
export async function takeUpload(tx: Transaction, { account, day }: UploadDay): Promise<void> {
  await tx`update accounts set refused = refused - 1 where id = ${account} and refused_on = ${day}::text::date and refused > 0`;
}

/** Deletes predictions that will never be scored, because their submission failed or was cancelled. */
export async function dropUnscored(sql: Sql | Transaction, { account }: Pick<UploadDay, 'account'>): Promise<void> {
  const drop = () => sql`
    delete from predictions using submissions s join jobs j on j.id = s.job
    where predictions.submission = s.id and s.account = ${account} and j.state in ('cancelled', 'failed')`;
  await ('begin' in sql ? again(drop) : drop());
}
