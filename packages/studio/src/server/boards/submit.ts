/** Accepts a submission: checks phase, quota and file, then stores and queues it in one transaction. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError } from 'sensebench/internal/core';
import { hashFile, sha256, stableJson } from 'sensebench/internal/files';
import { admit, type CheckedSubmission, checkSubmission, nextDay, predictionLines, type Submission } from '../../leaderboard/index.ts';
import { cancelJob } from '../store/job-queue.ts';
import { noSuch, StoreRefusal } from '../store/refusal.ts';
import { type Sql, type Transaction, transact } from '../store/transact.ts';
import type { Task } from '../tasks/task.ts';
import { lockBoard } from './board-queries.ts';
import { type Boards, openBoard, phaseNamed, scoringOf } from './open-board.ts';
import { readOwnName } from './references.ts';
import { addScoreJob } from './score-job.ts';
import {
  beginUpload,
  dropUnscored,
  findByKey,
  insertSubmission,
  listSubmissions,
  lockAccount,
  readSubmission,
  type SubmissionRow,
  takeUpload,
  updateSubmission,
} from './submission-queries.ts';

export interface Upload {
  board: string;
  /** The id of the account. */
  account: string;
  /** An idempotency key of the sender, per account: the same content sent again with it is the same submission. */
  id?: string;
  /** The sender's file name and the path on the server. */
  file: { name: string; path: string };
  phase?: string;
  row: string;
  model?: string;
  note?: string;
  /** One per line. */
  links?: string;
  parameters?: string;
}

export const submitTask: Task<Boards, Upload, { submission: SubmissionRow; notes: string[] }> = {
  name: 'submit',
  lane: 'uploads',
  run: submit,
};

async function submit(boards: Boards, upload: Upload): Promise<{ submission: SubmissionRow; notes: string[] }> {
  const { board, account, id: key = randomUUID() } = upload;
  // The time of receipt, so that the duration of the check does not matter to the sender.
  const at = boards.app.now().toISOString();
  const sentUnderKey: SentUnderKey = { account, key, phase: upload.phase, request: await requestOf(upload) };
  const earlier = await findKnown(boards.sql, sentUnderKey);
  if (earlier !== null) return { submission: await readSubmission(boards.sql, { board, submission: earlier }), notes: [] };
  const today = { account, day: at.slice(0, 10) };
  if (!(await beginUpload(boards.sql, { ...today, most: MOST_REFUSED_A_DAY })))
    throw new StoreRefusal(
      'limited',
      `${MOST_REFUSED_A_DAY} of today's uploads were refused; check the file with the starter kit and try again tomorrow (UTC)`,
      { until: nextDay(at) },
    );
  const openedBoard = await openBoard(scoringOf(boards), { board });
  const earlierRows = await listSubmissions(boards.sql, { board, account });
  const phase = mayEnter(openedBoard, { own: earlierRows, at, phase: upload.phase });
  const links = readLinks(upload.links);
  const row = await readOwnName(boards, { board, name: upload.row, field: 'row' });
  if (row === '') throw new InputError('is empty', { field: 'row' });
  const checked = await checkUpload(upload.file, {
    items: openedBoard.items[phaseNamed(openedBoard, phase).index].scored,
    benchmark: openedBoard.benchmark,
  });
  const lines = predictionLines(checked.predictions);
  const id = randomUUID();
  const submission = await transact(boards.sql, async (tx) => {
    await lockAccount(tx, { account });
    await takeUpload(tx, today);
    const first = await findKnown(tx, sentUnderKey);
    if (first !== null) return first;
    mayEnter(openedBoard, { own: await listSubmissions(tx, { board, account }), at, phase });
    await dropUnscored(tx, { account });
    const { scoring } = await lockBoard(tx, { board });
    const { job } = await addScoreJob(tx, { board, submission: id, scoring });
    await insertSubmission(tx, {
      ...{
        id,
        key,
        request: sentUnderKey.request,
        board,
        account,
        phase,
        row,
        at,
        job,
        lines,
        sha256: checked.sha256,
        origin: checked.from,
      },
      model: upload.model?.trim() || checked.runner,
      ...{ note: upload.note, links, parameters: upload.parameters },
    });
    return id;
  });
  return { submission: await readSubmission(boards.sql, { board, submission }), notes: checked.notes };
}

/** Per account. Each refused upload costs a check. */
const MOST_REFUSED_A_DAY = 50;

interface SentUnderKey {
  account: string;
  key: string;
  /** Absent for the running phase. */
  phase?: string;
  request: string;
}

/** A hash of the content. The phase is compared separately, because it may be omitted. */
async function requestOf({ file, row, model = '', note = '', links = '', parameters = '' }: Upload): Promise<string> {
  return sha256(stableJson([await hashFile(file.path), row.trim(), model, note, links, parameters]));
}

/** The submission that the account has already sent with this key. Different content with the same key is a conflict. */
async function findKnown(sql: Sql | Transaction, { account, key, phase, request }: SentUnderKey): Promise<string | null> {
  const earlier = await findByKey(sql, { account, key });
  if (earlier && (earlier.request !== request || (phase ?? earlier.phase) !== earlier.phase))
    throw new StoreRefusal('conflict', 'you have already sent a different submission with this id');
  return earlier?.submission ?? null;
}

/** The name of the phase that accepts the submission. */
function mayEnter(
  { competition }: Awaited<ReturnType<typeof openBoard>>,
  { own, at, phase }: { own: readonly SubmissionRow[]; at: string; phase?: string },
): string {
  const submissions = own.map((each) => ({ account: 'own', phase: each.phase, at: each.at, state: each.state }));
  const admission = admit(competition, { submissions, account: 'own', at, ...(phase ? { phase } : {}) });
  if (admission.refused !== undefined) throw new StoreRefusal('conflict', admission.refused);
  return admission.phase.name;
}

/** File endings that readers recognize. No other part of the sender's file name is used in paths. */
const ENDING = /(\.(jsonl|json|ndjson|csv|tsv|txt|zip|gz)){1,4}$/i;

async function checkUpload(
  { name, path: received }: Upload['file'],
  options: Pick<Parameters<typeof checkSubmission>[1], 'items' | 'benchmark'>,
): Promise<CheckedSubmission> {
  const scratch = await mkdtemp(join(tmpdir(), 'sensebench-upload-'));
  try {
    const path = join(scratch, `upload${ENDING.exec(name)?.[0].toLowerCase() ?? ''}`);
    await symlink(received, path);
    return await checkSubmission(path, { ...options, name: name.replace(/[\p{C}\\/]/gu, '_').slice(0, 100) || 'upload', scratch });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function readLinks(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const links = text.split(/\s+/).filter((link) => link !== '');
  if (links.length > 10) throw new InputError('has more than 10 links', { field: 'links' });
  const wrong = links.find((link) => !/^https?:\/\//.test(link) || !URL.canParse(link));
  if (wrong !== undefined)
    throw new InputError(`${JSON.stringify(wrong.slice(0, 80))} is not a web address`, { field: 'links', expected: 'https://…' });
  return links;
}

export interface SubmissionEdit {
  board: string;
  submission: string;
  /** The id of the caller's account; null for an owner. */
  account: string | null;
  withdrawn?: true;
  final?: boolean;
  model?: string;
  note?: string;
  links?: string;
  parameters?: string;
}

export async function changeSubmission(boards: Boards, edit: SubmissionEdit): Promise<SubmissionRow> {
  const { board, submission, withdrawn, final, model, note, parameters } = edit;
  const row = await ownSubmission(boards, edit);
  const openedBoard = await openBoard(scoringOf(boards), { board });
  if (final !== undefined) {
    const { phase } = phaseNamed(openedBoard, row.phase);
    if (phase.end !== undefined && boards.app.now().toISOString() >= phase.end)
      throw new StoreRefusal('conflict', `the phase "${phase.name}" ended at ${phase.end}, so its rows can no longer be changed`);
    if (final && (row.withdrawn || row.state === 'failed' || row.state === 'cancelled'))
      throw new StoreRefusal('conflict', `a submission that is ${row.withdrawn ? 'withdrawn' : row.state} cannot be chosen for its row`);
  }
  const links = readLinks(edit.links);
  await transact(boards.sql, async (tx) => {
    await lockBoard(tx, { board });
    await updateSubmission(tx, { submission, withdrawn, final, model, note, links, parameters });
  });
  return readSubmission(boards.sql, { board, submission });
}

/** A submission of the account or, for an owner, of any account. To others it does not exist. */
async function ownSubmission(
  { sql }: Pick<Boards, 'sql'>,
  { board, submission, account }: { board: string; submission: string; account: string | null },
): Promise<SubmissionRow> {
  const row = await readSubmission(sql, { board, submission });
  if (row.kind !== 'submission' || (account !== null && row.accountId !== account)) throw noSuch('submission');
  return row;
}

export async function cancelSubmission(
  boards: Boards,
  query: { board: string; submission: string; account: string | null },
): Promise<SubmissionRow> {
  const { sql } = boards;
  const row = await ownSubmission(boards, query);
  if (row.job === null || !(await cancelJob(sql, { job: row.job })))
    throw new StoreRefusal('conflict', `the submission is already ${row.state}; scored submissions can be withdrawn`);
  if (row.accountId !== null) await dropUnscored(sql, { account: row.accountId });
  return readSubmission(boards.sql, query);
}

/** Converts a database row for the leaderboard's logic. */
export function toSubmission(row: SubmissionRow): Submission {
  const { id, account, phase, at, state, reason, position, withdrawn, final, sha256, model, note, links, parameters } = row;
  return {
    ...{ id, account: account ?? '', phase, row: row.row, at, state },
    ...(reason === null ? {} : { reason }),
    ...(position === null ? {} : { order: position }),
    ...(withdrawn ? { withdrawn: true } : {}),
    ...(final ? { final } : {}),
    ...(sha256 === null ? {} : { sha256 }),
    ...(model === null ? {} : { model }),
    ...(note === null ? {} : { note }),
    ...(links === null ? {} : { links }),
    ...(parameters === null ? {} : { parameters }),
  };
}
