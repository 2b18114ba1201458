/** The page of a submission: its row and tables as far as the phase allows, and item-by-item comparisons after the phase. */

import { joinSentences, type PredictedText } from 'sensebench/internal/core';
import {
  type BoardRow,
  boardTables,
  describeShown,
  hasEnded,
  NOT_SCORED,
  type Phase,
  type ShownScore,
  scoredAgain,
} from '../../leaderboard/index.ts';
import { noSuch, StoreRefusal } from '../store/refusal.ts';
import { pageTask } from '../tasks/task.ts';
import type { Viewer } from './describe-board.ts';
import { type Boards, knownBoard, openBoard, phaseNamed, scoringOf } from './open-board.ts';
import { phaseBoard, shownOf } from './phase-board.ts';
import { storedPredictions } from './score-job.ts';
import { readSubmission, type SubmissionRow } from './submission-queries.ts';

export async function describeSubmission(
  boards: Boards,
  { board, submission, viewer }: { board: string; submission: string; viewer: Viewer },
) {
  const row = await readSubmission(boards.sql, { board, submission });
  const { index, phase } = await placeOf(boards, row);
  const isOwn = viewer.owner || (viewer.account !== null && row.accountId === viewer.account.id);
  const shown = await phaseBoard(boards, { board, phase: index + 1 });
  const boardRow = shown.rows.find((each) => each.id === row.id) ?? null;
  // Visitors see only what the board shows, too.
  if (row.kind !== 'submission' || (!boardRow && !isOwn)) throw noSuch('submission');
  const items = boardRow !== null && (await showsItems(boards, { board, index }));
  const tables = boardRow ? [boardTables({ ...shown, rows: [boardRow], published: [], elsewhere: [] })[0], signatures(boardRow)] : [];
  return {
    phase: phase.name,
    phaseNumber: index + 1,
    feedback: shown.feedback,
    row: boardRow,
    tables,
    items,
    others: items
      ? shown.rows.filter((each) => each.kind === 'submission' && each.id !== row.id).map(({ id, name }) => ({ id, name }))
      : [],
    own: isOwn ? (await describeOwn(boards, { board, rows: [row] }))[0] : null,
  };
}

async function placeOf(boards: Boards, row: SubmissionRow): Promise<{ phase: Phase; index: number }> {
  return phaseNamed(await knownBoard(scoringOf(boards), { board: row.board }), row.phase);
}

function signatures(row: BoardRow) {
  return {
    caption: 'How the scores were computed',
    columns: [
      { key: 'score', label: 'Score' },
      { key: 'signature', label: 'Signature' },
    ],
    rows: Object.entries(row.signatures).map(([score, signature]) => ({ score, signature })),
  };
}

/** Submissions for their senders and owners, with the shown score as a number and in words. */
export async function describeOwn(boards: Boards, { board, rows }: { board: string; rows: readonly SubmissionRow[] }) {
  const knownCompetition = await knownBoard(scoringOf(boards), { board });
  const shown = new Map<string, ReadonlyMap<string, ShownScore>>();
  for (const name of new Set(rows.filter(({ state }) => state === 'done').map(({ phase }) => phase)))
    shown.set(name, await shownOf(boards, { board, phase: phaseNamed(knownCompetition, name).index + 1 }));
  return rows.map((row) => {
    const { phase, index } = phaseNamed(knownCompetition, row.phase);
    const { id, account, at, state, reason, withdrawn, final, model, note, links, parameters, sha256 } = row;
    const score = shown.get(phase.name)?.get(id);
    // Scored, but the scoring is not on display yet.
    const isComing = state === 'done' && score?.missing === NOT_SCORED && knownCompetition.row.imported === null;
    return {
      ...{
        id,
        account: account ?? '',
        phase: phase.name,
        phaseNumber: index + 1,
        row: row.row,
        at,
        state: isComing ? ('running' as const) : state,
        reason,
      },
      ...{ withdrawn: withdrawn !== null, final, model, note, links: links ?? [], parameters, sha256: sha256 ?? '' },
      ...{ told: score?.value ?? null, result: score && !isComing ? describeShown(score, phase) : null },
    };
  });
}

/**
 * Predictions with their scores reveal the labels. New competitions cannot combine `afterEnd: items` with a later phase that scores the
 * same items. Competitions of earlier versions and imported ones can, so their items are shown only after all such phases.
 */
async function showsItems(boards: Boards, { board, index }: { board: string; index: number }): Promise<boolean> {
  const { row, competition } = await knownBoard(scoringOf(boards), { board });
  const now = boards.app.now().toISOString();
  const ended = competition.phases.filter((phase) => hasEnded(phase, now)).length;
  if (competition.phases[index].afterEnd !== 'items' || index >= ended || row.imported !== null) return false;
  const { items } = await openBoard(scoringOf(boards), { board });
  return scoredAgain(items, index, { from: ended }) === null;
}

const PAGE = 100;

/** Only after the phase and if it allows this, because a prediction with its score reveals the label. */
async function compareItems(
  boards: Boards,
  { board, submission, other, from }: { board: string; submission: string; other?: string; from: number },
) {
  const { sql, app } = boards;
  const row = await readSubmission(sql, { board, submission });
  const openedBoard = await openBoard(scoringOf(boards), { board });
  const { phase, index } = phaseNamed(openedBoard, row.phase);
  if (!(await showsItems(boards, { board, index })))
    throw new StoreRefusal('forbidden', `the phase "${phase.name}" does not show single items`);
  const shown = await phaseBoard(boards, { board, phase: index + 1 });
  const ids = other === undefined ? [submission] : [submission, other];
  const rows = ids.map((id) => shown.rows.find((each) => each.kind === 'submission' && each.id === id));
  if (rows.some((each) => each === undefined)) throw noSuch('submission');
  const items = openedBoard.items[index].scored;
  const systems = await Promise.all(
    ids.map((id) =>
      boards.computed.get(`items-of/${board}/${id}`, String(openedBoard.scoring.number), async () => {
        const texts = new Map((await storedPredictions(boards, id)).map((line): [string, PredictedText] => [line.id, line.prediction]));
        const predictions = items.map((item) => texts.get(item.id) ?? '');
        const { scores } = await app.scorer(phase.metrics).measure({ items, predictions, benchmark: openedBoard.benchmark });
        return items.map((_, i) => {
          const score = scores.perItem[i]?.[phase.rank] ?? scores.perItem[i]?.accuracy;
          return { prediction: joinSentences(predictions[i]), score: typeof score === 'number' ? score : null };
        });
      }),
    ),
  );
  const compared = items.map((item, i) => ({ id: item.id, input: item.input, systems: systems.map((answers) => answers[i]) }));
  const gap = ({ systems: [a, b] }: (typeof compared)[number]) => (b ? Math.abs((a.score ?? 0) - (b.score ?? 0)) : -(a.score ?? 0));
  const sorted = compared.sort((a, b) => gap(b) - gap(a) || (a.id < b.id ? -1 : 1));
  return { total: sorted.length, names: rows.map((each) => each?.name ?? ''), items: sorted.slice(from, from + PAGE) };
}

export const compareItemsTask = pageTask('compare-items', compareItems);
