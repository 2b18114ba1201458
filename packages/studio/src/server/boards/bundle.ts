/** Exports a competition as one archive and imports it again: with the same boards and, given the passphrase, everything else. */

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { InputError } from 'sensebench/internal/core';
import {
  type Board,
  type Competition,
  commitmentSchema,
  exportBundle,
  importBundle,
  openingSchema,
  type PublicContent,
  type ScoredSubmission,
  type SealedContent,
  type Submission,
  scoredSchema,
  submissionSchema,
} from '../../leaderboard/index.ts';
import { addAccount } from '../people/accounts.ts';
import { StoreRefusal } from '../store/refusal.ts';
import { transact } from '../store/transact.ts';
import { pageTask } from '../tasks/task.ts';
import { type CompetitionRow, insertBoard, listScorings, readBoard, readFiles, readOpening } from './board-queries.ts';
import { boardsOf } from './downloads.ts';
import type { Boards } from './open-board.ts';
import { REFERENCE_NAMES, type ReferenceKind } from './references.ts';
import {
  insertSubmission,
  isKnownSubmission,
  listSubmissions,
  readPredictionLines,
  readScores,
  writeScores,
} from './submission-queries.ts';
import { toSubmission } from './submit.ts';

export interface ExportOptions {
  board: string;
  /** Encrypts everything that the pages do not show; without it, only public data is exported. */
  passphrase?: string;
  /** The work factor of scrypt, for tests. */
  workFactor?: number;
}

export async function exportBoard(
  boards: Boards,
  { board, passphrase, workFactor }: ExportOptions,
): Promise<{ archive: Uint8Array; digest: string }> {
  const row = await readBoard(boards.sql, { board });
  const { found, competition } = await boardsOf(boards, { board });
  const busy = await countWaiting(boards, { board });
  if (busy > 0) throw new StoreRefusal('conflict', `${busy} submissions are not scored yet; export when they are`);
  const content: PublicContent = {
    benchmark: row.benchmark,
    competition,
    boards: found,
    commitment: commitmentSchema.parse(row.commitment),
  };
  if (passphrase === undefined) return exportBundle(content);
  const sealed = await sealedContent(boards, { row, competition });
  return exportBundle(content, { content: sealed, passphrase, ...(workFactor ? { workFactor } : {}) });
}

export const exportBoardTask = pageTask('export', exportBoard);

async function sealedContent(
  { sql }: Boards,
  { row, competition }: { row: CompetitionRow; competition: Competition },
): Promise<SealedContent> {
  const board = row.id;
  const scoring = (await listScorings(sql, { board })).find(({ number }) => number === row.scoring);
  const opening = openingSchema.safeParse(await readOpening(sql, { board }));
  if (!opening.success || !scoring)
    throw new StoreRefusal('conflict', 'the competition was imported without its gold, so it cannot be sealed');
  const rows = await listSubmissions(sql, { board });
  const scores = new Map<string, ScoredSubmission>();
  for (const [id, scored] of await readScores(sql, { board, scoring: row.scoring })) scores.set(id, scoredSchema.parse(scored));
  const sentRows = rows.filter(({ kind }) => kind === 'submission');
  const predictions = new Map<string, string>();
  for (const { id } of sentRows) {
    const lines = await readPredictionLines(sql, { submission: id });
    if (lines !== null) predictions.set(id, lines);
  }
  return {
    dataset: row.manifest,
    competition,
    submissions: sentRows.map(toSubmission),
    predictions,
    scores: new Map([...scores].filter(([id]) => sentRows.some((row) => row.id === id))),
    references: rows.flatMap(({ id, kind, phase, row: name, note }) => {
      const scored = scores.get(id);
      return kind === 'reference' && scored ? [{ phase, name, ...(note ? { note } : {}), scored }] : [];
    }),
    gold: await readFiles(sql, { board, files: scoring.files }),
    opening: opening.data,
  };
}

/** Submissions and reference rows that are not scored yet. */
export async function countWaiting({ sql }: Pick<Boards, 'sql'>, { board }: { board: string }): Promise<number> {
  return (await listSubmissions(sql, { board })).filter(({ state }) => state === 'queued' || state === 'running').length;
}

export interface ImportOptions {
  archive: Uint8Array;
  /** For messages. */
  file?: string;
  passphrase?: string;
  digest?: string;
  person?: string;
}

/** Runs in one transaction, so that a refused bundle leaves nothing behind. */
export async function importBoard(
  boards: Boards,
  { archive, file = 'bundle', passphrase, digest, person }: ImportOptions,
): Promise<{ board: string; digest: string }> {
  const { content, sealed, digest: bundleDigest, sensebench } = await importBundle(archive, { file, digest, passphrase });
  const submissions = sealed?.submissions ?? content.boards.flatMap(shownSubmissions);
  const foreign = submissions.find(({ id }) => !/^[0-9a-f-]{36}$/i.test(id));
  if (foreign) throw new InputError(`the submission "${foreign.id}" has an invalid id`, { file });
  if (await isKnownSubmission(boards.sql, { ids: submissions.map(({ id }) => id) }))
    throw new StoreRefusal('conflict', 'this competition already exists here');
  await boards.catalog.benchmark(content.benchmark);
  const competition = sealed?.competition ?? content.competition;
  const board = randomUUID();
  const references = (sealed?.references ?? []).map((reference) => ({ ...reference, id: randomUUID() }));
  await transact(boards.sql, async (tx) => {
    if ((await tx`select from boards where id = ${board}`).length > 0) return;
    await insertBoard(tx, {
      id: board,
      benchmark: content.benchmark,
      datasets: [],
      manifest: sealed?.dataset ?? '',
      competition,
      yaml: `${JSON.stringify(competition, null, 2)}\n`,
      files: sealed?.gold ?? {},
      commitment: content.commitment,
      ...(sealed ? { opening: sealed.opening } : { imported: JSON.stringify(content.boards) }),
      scorer: sensebench,
      person,
    });
    const accounts = new Map<string, string>();
    for (const submission of submissions) {
      const account = accounts.get(submission.account) ?? (await addAccount(tx, { board, name: submission.account })).account;
      accounts.set(submission.account, account);
      const { state, order } = submission;
      if (state === 'queued' || state === 'running') throw new InputError(`the submission ${submission.id} is ${state}`, { file });
      await insertSubmission(tx, {
        ...submission,
        board,
        account,
        origin: 'file',
        job: null,
        state,
        position: order,
        lines: sealed?.predictions.get(submission.id),
      });
      const scored = sealed?.scores.get(submission.id);
      if (scored) await writeScores(tx, { submission: submission.id, scoring: 1, scored });
    }
    for (const { id, phase, name, note, scored } of references) {
      const at = competition.phases.find((each) => each.name === phase)?.start ?? competition.phases[0].start;
      await insertSubmission(tx, {
        id,
        board,
        account: null,
        origin: originOf(name),
        phase,
        row: name,
        note,
        at,
        job: null,
        state: 'done',
      });
      await writeScores(tx, { submission: id, scoring: 1, scored });
    }
  });
  return { board, digest: bundleDigest };
}

/** Of an uploaded file. */
export const importBoardTask = pageTask(
  'import-board',
  async (boards: Boards, { path, ...options }: Omit<ImportOptions, 'archive'> & { path: string }) =>
    importBoard(boards, { archive: new Uint8Array(await readFile(path)), ...options }),
);

/** Without the sealed part, submissions are known only from the rows of the boards. */
function shownSubmissions({ phase, at, rows }: Board): Submission[] {
  return rows.flatMap(({ kind, id, name, account = name, at: received = at, model, note, links, parameters }) =>
    kind === 'submission'
      ? [submissionSchema.parse({ id, account, phase, row: name, at: received, state: 'done', model, note, links, parameters })]
      : [],
  );
}

/** References derived from the data can be computed again; others came from predictions, which a bundle does not contain. */
function originOf(name: string): ReferenceKind | 'imported' {
  const kinds = Object.keys(REFERENCE_NAMES) as ReferenceKind[];
  return kinds.find((kind) => REFERENCE_NAMES[kind].name === name) ?? 'imported';
}
