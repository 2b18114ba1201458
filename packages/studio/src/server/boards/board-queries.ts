/** Competitions in the database: versions of their phases, scorings, and the gold files. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { noSuch, StoreRefusal } from '../store/refusal.ts';
import { asJson, asText, count, isId, json, maybeTime, parseRow, parseRows, time } from '../store/rows.ts';
import { again, type Sql, type Transaction } from '../store/transact.ts';

const boardSchema = z.object({
  id: z.string(),
  benchmark: z.string(),
  datasets: z.array(z.string()),
  manifest: z.string(),
  version: z.number(),
  /** The scoring on display. */
  scoring: z.number(),
  /** Increases with every change visible on a board. */
  revision: count,
  commitment: json,
  /** The boards of a bundle that was imported without its gold. */
  imported: json,
  created: time,
  competition: json,
  yaml: z.string(),
  submissions: count,
  accounts: count,
});
export type CompetitionRow = z.infer<typeof boardSchema>;

/** The newest first. */
export async function listBoards(sql: Sql, { board = null }: { board?: string | null } = {}): Promise<CompetitionRow[]> {
  if (board !== null && !isId(board)) return [];
  const rows = await again(
    () => sql`
      select b.id, b.benchmark, b.datasets, b.manifest, b.version, b.scoring, b.revision, b.commitment, b.imported, b.created, v.competition, v.yaml,
        (select count(*) from submissions s left join jobs j on j.id = s.job
          where s.board = b.id and s.kind = 'submission' and coalesce(j.state, s.state) = 'done') as submissions,
        (select count(*) from accounts a where a.board = b.id) as accounts
      from boards b join board_versions v on v.board = b.id and v.version = b.version
      where ${board}::uuid is null or b.id = ${board}::uuid
      order by b.created desc, b.id`,
  );
  return parseRows(boardSchema, rows);
}

export async function readBoard(sql: Sql, { board }: { board: string }): Promise<CompetitionRow> {
  const [row] = await listBoards(sql, { board });
  if (!row) throw noSuch('competition');
  return row;
}

export interface NewBoard {
  id?: string;
  benchmark: string;
  datasets: readonly string[];
  /** Hash of the manifests of the datasets. */
  manifest: string;
  competition: unknown;
  yaml: string;
  /** Gold files by name; empty if a bundle was imported without them. */
  files: Readonly<Record<string, Uint8Array>>;
  commitment: unknown;
  opening?: unknown;
  imported?: unknown;
  scorer: string;
  person?: string;
}

/** Runs in a transaction, together with the submissions that come with the competition. */
export async function insertBoard(tx: Transaction, { id = randomUUID(), ...board }: NewBoard): Promise<{ board: string }> {
  await tx`
    insert into boards (id, benchmark, datasets, manifest, commitment, opening, imported)
    values (${id}, ${board.benchmark}, ${asJson(board.datasets)}::text::jsonb, ${board.manifest}, ${asJson(board.commitment)}::text::jsonb,
      ${asJson(board.opening)}::text::jsonb, ${asJson(board.imported)}::text::jsonb)`;
  await tx`
    insert into board_versions (board, version, competition, yaml, person)
    values (${id}, 1, ${asJson(board.competition)}::text::jsonb, ${asText(board.yaml)}, ${board.person ?? null})`;
  await tx`
    insert into board_scorings (board, number, version, files, reason, scorer, state, ended)
    values (${id}, 1, 1, 1, 'the first scoring', ${board.scorer}, 'done', clock_timestamp())`;
  await addFiles(tx, { board: id, number: 1, files: board.files });
  return { board: id };
}

async function addFiles(
  tx: Transaction,
  { board, number, files }: { board: string; number: number; files: Readonly<Record<string, Uint8Array>> },
): Promise<void> {
  for (const [name, content] of Object.entries(files))
    await tx`insert into board_files (board, files, name, content) values (${board}, ${number}, ${asText(name)}, ${Buffer.from(content)})`;
}

/** Locks the competition for the rest of the transaction. Required for every change visible on its boards. */
export async function lockBoard(tx: Transaction, { board }: { board: string }): Promise<{ version: number; scoring: number }> {
  const row = parseRow(
    z.object({ version: z.number(), scoring: z.number() }),
    await tx`update boards set revision = revision + 1 where id = ${board} returning version, scoring`,
  );
  if (!row) throw noSuch('competition');
  return row;
}

export interface PhasesUpdate {
  board: string;
  /** The version that was edited; a conflict if it is no longer the newest. */
  version: number;
  competition: unknown;
  yaml: string;
  person?: string;
}

export async function updatePhases(
  tx: Transaction,
  { board, version, competition, yaml, person }: PhasesUpdate,
): Promise<{ version: number }> {
  const now = await lockBoard(tx, { board });
  if (now.version !== version)
    throw new StoreRefusal('conflict', `the phases were changed meanwhile (version ${now.version}, yours is ${version}); reload them`);
  await tx`
    insert into board_versions (board, version, competition, yaml, person)
    values (${board}, ${version + 1}, ${asJson(competition)}::text::jsonb, ${asText(yaml)}, ${person ?? null})`;
  await tx`update boards set version = ${version + 1} where id = ${board}`;
  return { version: version + 1 };
}

export async function readPhases(sql: Sql, { board, version }: { board: string; version: number }): Promise<unknown> {
  const rows = await again(() => sql`select competition from board_versions where board = ${board} and version = ${version}`);
  if (rows.length === 0) throw noSuch('competition');
  return rows[0].competition;
}

/** Reads the gold. Used only by scoring, the check of the starter kit, and the sealed export. */
export async function readFiles(sql: Sql, { board, files }: { board: string; files: number }): Promise<Record<string, Uint8Array>> {
  const rows = await again(() => sql`select name, content from board_files where board = ${board} and files = ${files} order by name`);
  return Object.fromEntries(rows.map(({ name, content }) => [String(name), new Uint8Array(content)]));
}

export async function readOpening(sql: Sql, { board }: { board: string }): Promise<unknown> {
  const [row] = await again(() => sql`select opening from boards where id = ${board}`);
  return row?.opening ?? null;
}

const scoringSchema = z.object({
  number: z.number(),
  version: z.number(),
  files: z.number(),
  reason: z.string(),
  labels: z.boolean(),
  scorer: z.string(),
  state: z.enum(['running', 'done', 'replaced']),
  at: time,
  ended: maybeTime,
  scored: count,
  of: count,
  problem: z.string().nullable(),
});
export type ScoringRow = z.infer<typeof scoringSchema>;

/** The latest first. */
export async function listScorings(sql: Sql, { board }: { board: string }): Promise<ScoringRow[]> {
  const rows = await again(
    () => sql`
      select c.number, c.version, c.files, c.reason, c.labels, c.scorer, c.state, c.at, c.ended,
        (select count(*) from scores x join submissions s on s.id = x.submission where s.board = c.board and x.scoring = c.number) as scored,
        (select count(*) from submissions s left join jobs j on j.id = s.job where s.board = c.board and coalesce(j.state, s.state) = 'done') as "of",
        (select j.error from jobs j where j.kind = 'board-score' and j.state = 'failed' and c.state = 'running' and c.number > 1
          and j.payload->>'board' = c.board::text and (j.payload->>'scoring')::integer = c.number order by j.seq limit 1) as problem
      from board_scorings c where c.board = ${board} order by c.number desc`,
  );
  return parseRows(scoringSchema, rows);
}

export interface NewScoring {
  board: string;
  version: number;
  reason: string;
  scorer: string;
  /** New labels. */
  gold?: { files: Readonly<Record<string, Uint8Array>>; commitment: unknown; opening: unknown };
}

/** Starts a scoring and replaces one that is still running. The board must be locked. */
export async function beginScoring(tx: Transaction, { board, version, reason, scorer, gold }: NewScoring): Promise<{ number: number }> {
  const [{ last, files }] = await tx`
    select max(number) as last, (array_agg(files order by number desc) filter (where state = 'done'))[1] as files from board_scorings where board = ${board}`;
  const number = Number(last) + 1;
  await tx`update board_scorings set state = 'replaced', ended = clock_timestamp() where board = ${board} and state = 'running'`;
  await tx`
    insert into board_scorings (board, number, version, files, reason, labels, scorer, commitment, opening)
    values (${board}, ${number}, ${version}, ${gold ? number : Number(files)}, ${asText(reason)}, ${gold !== undefined}, ${scorer},
      ${asJson(gold?.commitment)}::text::jsonb, ${asJson(gold?.opening)}::text::jsonb)`;
  if (gold) await addFiles(tx, { board, number, files: gold.files });
  return { number };
}

/** The running scoring, or null. The board must be locked. */
export async function pendingScoring(tx: Transaction, { board }: { board: string }): Promise<number | null> {
  const [row] = await tx`select number from board_scorings where board = ${board} and state = 'running'`;
  return row ? Number(row.number) : null;
}

/** Puts a scoring on display once every scored submission has a score of it. The board must be locked. */
export async function endScoring(tx: Transaction, { board, number }: { board: string; number: number }): Promise<boolean> {
  const missing = await tx`
    select s.id from submissions s left join jobs j on j.id = s.job
    where s.board = ${board} and coalesce(j.state, s.state) = 'done' and s.origin <> 'imported'
      and not exists (select from scores x where x.submission = s.id and x.scoring = ${number}) limit 1`;
  if (missing.length > 0) return false;
  await tx`update board_scorings set state = 'done', ended = clock_timestamp() where board = ${board} and number = ${number}`;
  await tx`
    update boards set scoring = ${number}, commitment = coalesce(c.commitment, boards.commitment), opening = coalesce(c.opening, boards.opening)
    from board_scorings c where boards.id = ${board} and c.board = boards.id and c.number = ${number}`;
  return true;
}
