/** Takes a submission: is the phase open, is quota left, is the file fine? Only then it is kept and queued, in one transaction. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError } from '../../core/index.ts';
import { admit, type CheckedSubmission, checkSubmission, predictionLines, type Submission } from '../../leaderboard/index.ts';
import { cancelJob } from '../jobs/index.ts';
import {
  addSubmission,
  changeSubmission as keepChange,
  listSubmissions,
  lockAccount,
  lockBoard,
  readSubmission,
  StoreRefusal,
  type SubmissionRow,
  transact,
} from '../store/index.ts';
import { type Boards, scoringOf } from './boards.ts';
import { openBoard, phaseNamed } from './open-board.ts';
import { addScoreJob } from './score-job.ts';

export interface Upload {
  board: string;
  /** The id of the account. */
  account: string;
  /** Sent again under the same id, it is the same submission. */
  id?: string;
  file: { name: string; bytes: Uint8Array };
  phase?: string;
  row: string;
  model?: string;
  note?: string;
  /** One to a line. */
  links?: string;
  parameters?: string;
}

export async function submit(boards: Boards, upload: Upload): Promise<{ submission: SubmissionRow; notes: string[] }> {
  const { board, account, id = randomUUID() } = upload;
  // Received now: the check that follows takes the sender no time.
  const at = boards.app.now().toISOString();
  const open = await openBoard(scoringOf(boards), { board });
  const own = await listSubmissions(boards.sql, { board, account });
  const known = own.find((each) => each.id === id);
  if (known) return { submission: known, notes: [] };
  const phase = mayEnter(open, { own, at, phase: upload.phase });
  const links = readLinks(upload.links);
  const row = upload.row.trim();
  if (row === '') throw new InputError('is empty', { field: 'row' });
  const checked = await checkUpload(upload.file, { items: open.items[phaseNamed(open, phase).index].scored, benchmark: open.benchmark });
  const lines = predictionLines(checked.predictions);
  await transact(boards.sql, async (tx) => {
    await lockAccount(tx, { account });
    const now = await listSubmissions(tx, { board, account });
    if (now.some((each) => each.id === id)) return;
    mayEnter(open, { own: now, at, phase });
    const { scoring } = await lockBoard(tx, { board });
    const { job } = await addScoreJob(tx, { board, submission: id, scoring });
    await addSubmission(tx, {
      ...{ id, board, account, phase, row, at, job, lines, sha256: checked.sha256, origin: checked.from },
      model: upload.model?.trim() || checked.runner,
      ...{ note: upload.note, links, parameters: upload.parameters },
    });
  });
  return { submission: await readSubmission(boards.sql, { board, submission: id }), notes: checked.notes };
}

/** The name of the phase that takes it. */
function mayEnter(
  { competition }: Awaited<ReturnType<typeof openBoard>>,
  { own, at, phase }: { own: readonly SubmissionRow[]; at: string; phase?: string },
): string {
  const submissions = own.map((each) => ({ account: 'own', phase: each.phase, at: each.at, state: each.state }));
  const admission = admit(competition, { submissions, account: 'own', at, ...(phase ? { phase } : {}) });
  if (admission.refused !== undefined) throw new StoreRefusal('conflict', admission.refused);
  return admission.phase.name;
}

/** What readers of files recognize; everything else of a sender's name stays out of paths. */
const ENDING = /(\.(jsonl|json|ndjson|csv|tsv|txt|zip|gz))+$/i;

async function checkUpload(
  { name, bytes }: Upload['file'],
  options: Pick<Parameters<typeof checkSubmission>[1], 'items' | 'benchmark'>,
): Promise<CheckedSubmission> {
  const scratch = await mkdtemp(join(tmpdir(), 'sensebench-upload-'));
  try {
    const path = join(scratch, `upload${ENDING.exec(name)?.[0].toLowerCase() ?? ''}`);
    await writeFile(path, bytes);
    return await checkSubmission(path, { ...options, name: name.replace(/[\p{C}\\/]/gu, '_').slice(0, 100) || 'upload', scratch });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function readLinks(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const links = text.split(/\s+/).filter((link) => link !== '');
  if (links.length > 10) throw new InputError('has more than 10', { field: 'links' });
  const wrong = links.find((link) => !/^https?:\/\//.test(link) || !URL.canParse(link));
  if (wrong !== undefined)
    throw new InputError(`${JSON.stringify(wrong.slice(0, 80))} is not an address`, { field: 'links', expected: 'https://…' });
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
  const open = await openBoard(scoringOf(boards), { board });
  if (final !== undefined) {
    const { phase } = phaseNamed(open, row.phase);
    if (phase.end !== undefined && boards.app.now().toISOString() >= phase.end)
      throw new StoreRefusal('conflict', `the phase "${phase.name}" ended at ${phase.end}: its rows are chosen`);
    if (final && (row.withdrawn || row.state === 'failed' || row.state === 'cancelled'))
      throw new StoreRefusal('conflict', `a submission that is ${row.withdrawn ? 'withdrawn' : row.state} cannot stand for its row`);
  }
  const links = readLinks(edit.links);
  await transact(boards.sql, async (tx) => {
    await lockBoard(tx, { board });
    await keepChange(tx, { submission, withdrawn, final, model, note, links, parameters });
  });
  return readSubmission(boards.sql, { board, submission });
}

/** Of the account; of anyone for an owner. Others learn nothing of it. */
async function ownSubmission(
  { sql }: Pick<Boards, 'sql'>,
  { board, submission, account }: { board: string; submission: string; account: string | null },
): Promise<SubmissionRow> {
  const row = await readSubmission(sql, { board, submission });
  if (row.kind !== 'submission' || (account !== null && row.accountId !== account))
    throw new StoreRefusal('missing', 'there is no such submission');
  return row;
}

export async function cancelSubmission(
  boards: Boards,
  query: { board: string; submission: string; account: string | null },
): Promise<SubmissionRow> {
  const row = await ownSubmission(boards, query);
  if (row.job === null || !(await cancelJob(boards.sql, { job: row.job })))
    throw new StoreRefusal('conflict', `it is ${row.state} already; a scored one can be withdrawn`);
  return readSubmission(boards.sql, query);
}

/** As the pure part has it. */
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
