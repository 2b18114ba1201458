/** Changes the phases or the labels of a competition. Other labels or metrics score every stored submission again. */

import { InputError } from 'sensebench/internal/core';
import { type Competition, commitTo, itemsOfPhases, labelsHash, type PhaseItems } from '../../leaderboard/index.ts';
import { StoreRefusal } from '../store/refusal.ts';
import { type Transaction, transact } from '../store/transact.ts';
import { pageTask } from '../tasks/task.ts';
import { beginScoring, lockBoard, type NewScoring, updatePhases } from './board-queries.ts';
import { checkPhases, collectDatasets } from './create-board.ts';
import { readGold } from './gold.ts';
import { type Boards, openBoard, scoringOf } from './open-board.ts';
import { addScoreJob } from './score-job.ts';
import { listSubmissions, type SubmissionRow } from './submission-queries.ts';

export interface RescoreOptions {
  board: string;
  reason: string;
  /** Dataset folders with new labels for the same items. */
  datasets?: readonly string[];
}

export async function rescoreBoard(boards: Boards, { board, reason, datasets }: RescoreOptions): Promise<{ number: number }> {
  const openedBoard = await openBoard(scoringOf(boards), { board });
  const gold = datasets ? await otherLabels(boards, openedBoard, datasets) : undefined;
  return transact(boards.sql, async (tx) => {
    const { version } = await lockBoard(tx, { board: openedBoard.row.id });
    return beginRescore(tx, { board: openedBoard.row.id, version, reason, scorer: boards.app.version, ...(gold ? { gold } : {}) });
  });
}

export const rescoreTask = pageTask('rescore', rescoreBoard);

/** The items must stay the same, because the stored predictions are for them. */
async function otherLabels(boards: Boards, openedBoard: Awaited<ReturnType<typeof openBoard>>, datasets: readonly string[]) {
  const { benchmark, collected } = await collectDatasets(boards, datasets);
  if (benchmark.name !== openedBoard.benchmark.name)
    throw new InputError(`the data is of ${benchmark.name}`, { expected: openedBoard.benchmark.name });
  const items = itemsOfPhases(openedBoard.competition, await readGold(collected.files, benchmark));
  for (const [i, phaseItems] of items.entries()) {
    const ids = (of: typeof phaseItems) =>
      JSON.stringify([of.parts.public, of.parts.private, of.scored.map(({ id }) => id)].map((part) => [...part].sort()));
    if (ids(phaseItems) !== ids(openedBoard.items[i]))
      throw new StoreRefusal('conflict', `the phase "${phaseItems.phase}" would score other items with these folders`);
  }
  return { files: collected.files, ...commitTo(collected.files) };
}

/** The board must be locked. */
async function beginRescore(tx: Transaction, scoring: NewScoring): Promise<{ number: number }> {
  const { board } = scoring;
  const { number } = await beginScoring(tx, scoring);
  // Queued and running submissions are scored again when they are done.
  for (const { id, state, origin } of await listSubmissions(tx, { board }))
    if (state === 'done' && origin !== 'imported') await addScoreJob(tx, { board, submission: id, scoring: number }, { again: true });
  return { number };
}

export interface PhasesEdit {
  board: string;
  /** The text of phases.yaml. */
  phases: string;
  /** The version of the phases that was edited. */
  version: number;
  person?: string;
}

async function changePhases(boards: Boards, { board, phases, version, person }: PhasesEdit): Promise<void> {
  const openedBoard = await openBoard(scoringOf(boards), { board });
  const next = await checkPhases(phases, { gold: openedBoard.gold, app: boards.app });
  const rows = await listSubmissions(boards.sql, { board: openedBoard.row.id });
  checkKept({ competition: openedBoard.competition, items: openedBoard.items }, next, rows);
  const rescored = next.competition.phases.some((phase) => {
    const old = openedBoard.competition.phases.find(({ name }) => name === phase.name);
    return old && JSON.stringify([old.metrics, old.rank]) !== JSON.stringify([phase.metrics, phase.rank]);
  });
  await transact(boards.sql, async (tx) => {
    const changed = await updatePhases(tx, { board: openedBoard.row.id, version, competition: next.competition, yaml: phases, person });
    if (rescored)
      await beginRescore(tx, {
        board: openedBoard.row.id,
        version: changed.version,
        reason: 'the metrics of a phase were changed',
        scorer: boards.app.version,
      });
  });
}

export const changePhasesTask = pageTask('change-phases', changePhases);

interface Defined {
  competition: Competition;
  items: readonly PhaseItems[];
}

/** A phase with submissions must keep its name, items and parts. */
function checkKept(old: Defined, next: Defined, rows: readonly SubmissionRow[]): void {
  for (const [i, { name }] of old.competition.phases.entries()) {
    const count = rows.filter(({ phase, kind }) => phase === name && kind === 'submission').length;
    const place = next.competition.phases.findIndex((phase) => phase.name === name);
    const hasRows = rows.some(({ phase }) => phase === name);
    if (place < 0) {
      if (hasRows) throw new StoreRefusal('conflict', `the phase "${name}" already has rows, so it cannot be removed or renamed`);
      continue;
    }
    if (count > 0 && partsOf(old.items[i]) !== partsOf(next.items[place]))
      throw new StoreRefusal('conflict', `the phase "${name}" has ${count} submissions, so its scored items cannot be changed`);
  }
}

function partsOf(items: PhaseItems): string {
  const { parts } = items;
  return JSON.stringify([labelsHash(items), [...parts.public].sort(), [...parts.private].sort()]);
}
