/** Adds a reference row from a run folder: a baseline of the owner, scored like a submission but not ranked. */

import { randomUUID } from 'node:crypto';
import { InputError } from 'sensebench/internal/core';
import { cleanName, predictionLines } from '../../leaderboard/index.ts';
import { StoreRefusal } from '../store/refusal.ts';
import { transact } from '../store/transact.ts';
import { pageTask } from '../tasks/task.ts';
import { lockBoard } from './board-queries.ts';
import { type Boards, openBoard, phaseNamed, scoringOf } from './open-board.ts';
import { addScoreJob } from './score-job.ts';
import { insertSubmission } from './submission-queries.ts';

export interface NewReference {
  board: string;
  phase: string;
  name: string;
  note?: string;
  /** A run folder from the catalog. */
  run: string;
}

async function addReference(boards: Boards, { board, phase: phaseName, note, run, ...reference }: NewReference): Promise<{ id: string }> {
  const name = cleanName(reference.name);
  const openedBoard = await openBoard(scoringOf(boards), { board });
  const { phase, index } = phaseNamed(openedBoard, phaseName);
  const [{ outputs, manifest }] = await boards.catalog.openRuns([run], openedBoard.benchmark.name);
  const predictions = openedBoard.items[index].scored.map(({ id }) => {
    const prediction = outputs.get(id);
    if (prediction === undefined) throw new InputError(`has no prediction for "${id}"`, { file: run });
    return { id, prediction };
  });
  const submission = randomUUID();
  const at = boards.app.now().toISOString();
  await transact(boards.sql, async (tx) => {
    if ((await tx`select from submissions where id = ${submission}`).length > 0) return;
    const { scoring } = await lockBoard(tx, { board: openedBoard.row.id });
    const sameName =
      await tx`select from submissions where board = ${openedBoard.row.id} and kind = 'reference' and phase = ${phase.name} and "row" = ${name}`;
    if (sameName.length > 0) throw new StoreRefusal('conflict', `there already is a reference row ${JSON.stringify(name)}`);
    const { job } = await addScoreJob(tx, { board: openedBoard.row.id, submission, scoring });
    await insertSubmission(tx, {
      ...{ id: submission, board: openedBoard.row.id, account: null, origin: 'run', phase: phase.name, row: name, at, job },
      ...{ note: note ?? `baseline of the owner: ${manifest.runner}`, lines: predictionLines(predictions) },
    });
  });
  return { id: submission };
}

export const addReferenceTask = pageTask('add-reference', addReference);
