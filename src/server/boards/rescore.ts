/** Scores every stored submission again, when labels or metrics changed; boards change when all are done. */
import { InputError } from '../../core/index.ts';
import { commitTo, itemsOfPhases } from '../../leaderboard/index.ts';
import { beginScoring, listSubmissions, lockBoard, type NewScoring, StoreRefusal, type Transaction, transact } from '../store/index.ts';
import { type Boards, scoringOf } from './boards.ts';
import { collectDatasets } from './create-board.ts';
import { readGold } from './gold.ts';
import { openBoard } from './open-board.ts';
import { addScoreJob } from './score-job.ts';

export interface RescoreOptions {
  board: string;
  reason: string;
  /** Folders with other labels of the same items. */
  datasets?: readonly string[];
}

export async function rescoreBoard(boards: Boards, { board, reason, datasets }: RescoreOptions): Promise<{ number: number }> {
  const open = await openBoard(scoringOf(boards), { board });
  const gold = datasets ? await otherLabels(boards, open, datasets) : undefined;
  return transact(boards.sql, async (tx) => {
    const { version } = await lockBoard(tx, { board: open.row.id });
    return beginRescore(tx, { board: open.row.id, version, reason, scorer: boards.app.version, ...(gold ? { gold } : {}) });
  });
}

/** The items must be the same ones: predictions are stored for them. */
async function otherLabels(boards: Boards, open: Awaited<ReturnType<typeof openBoard>>, datasets: readonly string[]) {
  const { benchmark, collected } = await collectDatasets(boards, datasets);
  if (benchmark.name !== open.benchmark.name) throw new InputError(`the data is of ${benchmark.name}`, { expected: open.benchmark.name });
  const items = itemsOfPhases(open.competition, await readGold(collected.files, benchmark));
  for (const [i, own] of items.entries()) {
    const ids = (of: typeof own) =>
      JSON.stringify([of.parts.public, of.parts.private, of.scored.map(({ id }) => id)].map((part) => [...part].sort()));
    if (ids(own) !== ids(open.items[i]))
      throw new StoreRefusal('conflict', `the phase "${own.phase}" would score other items with these folders`);
  }
  return { files: collected.files, ...commitTo(collected.files) };
}

/** The board must be locked. */
export async function beginRescore(tx: Transaction, scoring: NewScoring): Promise<{ number: number }> {
  const { board } = scoring;
  const { number } = await beginScoring(tx, scoring);
  // Those that are still queued or running get theirs when they are done.
  for (const { id, state, origin } of await listSubmissions(tx, { board }))
    if (state === 'done' && origin !== 'imported') await addScoreJob(tx, { board, submission: id, scoring: number }, { again: true });
  return { number };
}
