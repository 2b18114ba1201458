/** A competition as one archive, and an archive as a competition: the same boards, and with the gold the same numbers again. */
import { randomUUID } from 'node:crypto';
import { InputError } from '../../core/index.ts';
import {
  type BundleContent,
  commitmentSchema,
  exportBundle,
  importBundle,
  openBundleSeal,
  openingSchema,
  parsePhases,
  type ScoredSubmission,
  scoredSchema,
} from '../../leaderboard/index.ts';
import {
  addAccount,
  addSubmission,
  createBoard,
  isKnownSubmission,
  listScorings,
  listSubmissions,
  readBoard,
  readFiles,
  readOpening,
  readPredictionLines,
  readScores,
  StoreRefusal,
  transact,
  writeScores,
} from '../store/index.ts';
import type { Boards } from './boards.ts';
import { REFERENCE_NAMES, type ReferenceKind } from './references.ts';
import { boardsOf } from './static-html.ts';
import { toSubmission } from './submit.ts';

export interface ExportOptions {
  board: string;
  /** Encrypts the gold; without it only its commitment is inside. */
  passphrase?: string;
  /** Of scrypt; for tests. */
  workFactor?: number;
}

export async function exportBoard(
  boards: Boards,
  { board, passphrase, workFactor }: ExportOptions,
): Promise<{ archive: Uint8Array; digest: string }> {
  const { sql } = boards;
  const row = await readBoard(sql, { board });
  const scoring = (await listScorings(sql, { board: row.id })).find(({ number }) => number === row.scoring);
  const { found, competition } = await boardsOf(boards, { board });
  const rows = await listSubmissions(sql, { board });
  const busy = await countWaiting(boards, { board });
  if (busy > 0) throw new StoreRefusal('conflict', `${busy} submissions are not scored yet; export when they are`);
  const scores = new Map<string, ScoredSubmission>();
  for (const [id, scored] of await readScores(sql, { board, scoring: row.scoring })) scores.set(id, scoredSchema.parse(scored));
  const sent = rows.filter(({ kind }) => kind === 'submission');
  const predictions = new Map<string, string>();
  for (const { id } of sent) {
    const lines = await readPredictionLines(sql, { submission: id });
    if (lines !== null) predictions.set(id, lines);
  }
  const content: BundleContent = {
    benchmark: row.benchmark,
    dataset: row.manifest,
    competition,
    submissions: sent.map(toSubmission),
    predictions,
    scores: new Map([...scores].filter(([id]) => sent.some((own) => own.id === id))),
    references: rows.flatMap(({ id, kind, phase, row: name, note }) => {
      const scored = scores.get(id);
      return kind === 'reference' && scored ? [{ phase, name, ...(note ? { note } : {}), scored }] : [];
    }),
    boards: found,
    commitment: commitmentSchema.parse(row.commitment),
  };
  if (passphrase === undefined) return exportBundle(content);
  const opening = openingSchema.safeParse(await readOpening(sql, { board }));
  if (!opening.success || !scoring) throw new StoreRefusal('conflict', 'the gold is not here: the competition was imported without it');
  const files = await readFiles(sql, { board, files: scoring.files });
  return exportBundle(content, { gold: { files, opening: opening.data, passphrase, ...(workFactor ? { workFactor } : {}) } });
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

/** One transaction: a bundle that is refused leaves nothing behind. */
export async function importBoard(
  boards: Boards,
  { archive, file = 'bundle', passphrase, digest, person }: ImportOptions,
): Promise<{ board: string; digest: string }> {
  const imported = await importBundle(archive, { file, ...(digest ? { digest } : {}) });
  const { content } = imported;
  const odd = content.submissions.find(({ id }) => !/^[0-9a-f-]{36}$/i.test(id));
  if (odd) throw new InputError(`the submission "${odd.id}" has an id that is not ours`, { file });
  if (await isKnownSubmission(boards.sql, { ids: content.submissions.map(({ id }) => id) }))
    throw new StoreRefusal('conflict', 'this competition is here already');
  await boards.catalog.benchmark(content.benchmark);
  const gold = passphrase === undefined ? null : await openBundleSeal(imported, passphrase);
  const board = randomUUID();
  const references = content.references.map((own) => ({ ...own, id: randomUUID() }));
  await transact(boards.sql, async (tx) => {
    if ((await tx`select from boards where id = ${board}`).length > 0) return;
    await createBoard(tx, {
      id: board,
      benchmark: content.benchmark,
      datasets: [],
      manifest: content.dataset,
      competition: content.competition,
      yaml: `${JSON.stringify(parsePhases(content.competition), null, 2)}\n`,
      files: gold?.files ?? {},
      commitment: content.commitment,
      ...(gold ? { opening: gold.opening } : { imported: JSON.stringify(content.boards) }),
      scorer: imported.sensebench,
      person,
    });
    const accounts = new Map<string, string>();
    for (const own of content.submissions) {
      const account = accounts.get(own.account) ?? (await addAccount(tx, { board, name: own.account })).account;
      accounts.set(own.account, account);
      const { state, order } = own;
      if (state === 'queued' || state === 'running') throw new InputError(`the submission ${own.id} is ${state}`, { file });
      await addSubmission(tx, {
        ...own,
        board,
        account,
        origin: 'file',
        job: null,
        state,
        position: order,
        lines: content.predictions.get(own.id),
      });
      const scored = content.scores.get(own.id);
      if (scored) await writeScores(tx, { submission: own.id, scoring: 1, scored });
    }
    for (const { id, phase, name, note, scored } of references) {
      const at = content.competition.phases.find((own) => own.name === phase)?.start ?? content.competition.phases[0].start;
      await addSubmission(tx, { id, board, account: null, origin: originOf(name), phase, row: name, note, at, job: null, state: 'done' });
      await writeScores(tx, { submission: id, scoring: 1, scored });
    }
  });
  return { board, digest: imported.digest };
}

/** References that follow from the data can be made again; others were predictions that a bundle does not hold. */
function originOf(name: string): ReferenceKind | 'imported' {
  const kinds = Object.keys(REFERENCE_NAMES) as ReferenceKind[];
  return kinds.find((kind) => REFERENCE_NAMES[kind].name === name) ?? 'imported';
}
