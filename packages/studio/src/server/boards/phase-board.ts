/** The board of a phase, computed once per change and stored; changes since a date; and downloads in several formats. */
import type { Table } from 'sensebench/internal/core';
import { tableToCsv, tableToLatex, tableToMarkdown } from 'sensebench/internal/report';
import {
  type Board,
  boardTables,
  boardUnits,
  changesTable,
  compareBoards,
  earlierBoard,
  feedbackOf,
  hasBegun,
  hasEnded,
  makeBoard,
  type Phase,
  type RowChange,
  type ScoredSubmission,
  type ShownScore,
  scoredSchema,
  shownScores,
} from '../../leaderboard/index.ts';
import { StoreRefusal } from '../store/refusal.ts';
import { asText } from '../store/rows.ts';
import { again, type Sql } from '../store/transact.ts';
import type { Task } from '../tasks/task.ts';
import type { CompetitionRow } from './board-queries.ts';
import { type Boards, knownBoard, openBoard, phaseOf, type Scoring, scoringOf } from './open-board.ts';
import { listSubmissions, readScores, type SubmissionRow } from './submission-queries.ts';
import { toSubmission } from './submit.ts';

export interface BoardQuery {
  board: string;
  /** Numbered from 1. */
  phase: number;
  /** Shows all scores and names at any time. */
  owner?: boolean;
  /** The scoring on display by default. */
  scoring?: number;
}

export async function phaseBoard(boards: Boards, query: BoardQuery): Promise<Board> {
  const { phase } = phaseOf(await knownBoard(scoringOf(boards), boardOf(query)), query.phase);
  if (!query.owner && !hasBegun(phase, boards.app.now().toISOString()))
    throw new StoreRefusal('missing', `the phase "${phase.name}" begins at ${phase.start}`);
  return (await shownBoard(boards, query)).board;
}

/** The board at an earlier time and the current one. */
export async function boardsSince(
  boards: Boards,
  { since, ...query }: BoardQuery & { since: string },
): Promise<{ before: Board; after: Board }> {
  const { competition, row } = await knownBoard(scoringOf(boards), boardOf(query));
  const { phase } = phaseOf({ competition }, query.phase);
  if (!query.owner && !hasBegun(phase, since)) throw new StoreRefusal('missing', `the phase "${phase.name}" begins at ${phase.start}`);
  const { board: after, shown } = await shownBoard(boards, query);
  if (row.imported) return { before: after, after };
  const rows = (await listSubmissions(boards.sql, { board: query.board })).filter(({ kind }) => kind === 'submission');
  return { before: earlierBoard(after, { phase, until: since, submissions: rows.map(toSubmission), shown }), after };
}

/** The shown score of each submission of a phase, including withdrawn ones. */
export async function shownOf(boards: Boards, query: BoardQuery): Promise<ReadonlyMap<string, ShownScore>> {
  return (await shownBoard(boards, query)).shown;
}

function boardOf({ board, scoring }: BoardQuery): { board: string; scoring?: number } {
  return { board, ...(scoring === undefined ? {} : { scoring }) };
}

/** A board with the shown scores, from which all views are derived. */
interface ShownBoard {
  board: Board;
  shown: ReadonlyMap<string, ShownScore>;
}

/** The stored form. */
interface StoredBoard {
  board: Board;
  shown: readonly (readonly [string, ShownScore])[];
}

/** Computed once per visible change. While a version is being computed, requests for newer versions wait for it first. */
async function shownBoard(boards: Boards, query: BoardQuery): Promise<ShownBoard> {
  const { sql, app, computed, tasks } = boards;
  const { row, competition, scoring } = await knownBoard(scoringOf(boards), boardOf(query));
  const { phase } = phaseOf({ competition }, query.phase);
  const view: BoardView = {
    board: row.id,
    number: query.phase,
    owner: query.owner ?? false,
    scoring: scoring.number,
    over: hasEnded(phase, app.now().toISOString()),
  };
  const place = placeOf(view);
  const version = versionOf(row, app.version);
  const key = `board/${JSON.stringify(place)}`;
  const busy = computed.busy(key, version);
  if (busy) {
    await busy;
    return shownBoard(boards, query);
  }
  return computed.get(key, version, async () => {
    const content = (await readPhaseBoard(sql, { ...place, version })) ?? (await tasks.run(phaseBoardTask, view));
    const { board, shown }: StoredBoard = JSON.parse(content);
    return { board, shown: new Map(shown) };
  });
}

function placeOf({ board, number, owner, scoring, over }: BoardView) {
  return { board, phase: number, scoring, shown: `${owner ? 'owner' : 'public'}, ${over ? 'over' : 'running'}` };
}

/** Everything that a board depends on: its submissions, its phases, and the version of the program. */
function versionOf({ revision, version }: CompetitionRow, program: string): string {
  return `${revision}/${version}/${program}`;
}

/** Stored as text, because a board's field order matters. */
function importedBoards(imported: unknown): readonly Board[] {
  return typeof imported === 'string' ? JSON.parse(imported) : [];
}

interface BoardView {
  board: string;
  number: number;
  owner: boolean;
  scoring: number;
  /** The phase has ended. */
  over: boolean;
}

export const phaseBoardTask: Task<Boards, BoardView, string> = {
  name: 'phase-board',
  lane: 'pages',
  async run(boards, view) {
    const world = scoringOf(boards);
    // Read before the submissions, so that a concurrent change leads to a new version.
    const { row, competition, scoring } = await knownBoard(world, view);
    const { phase } = phaseOf({ competition }, view.number);
    const rows = (await listSubmissions(world.sql, { board: view.board })).filter((each) => each.phase === phase.name);
    const scores = new Map<string, ScoredSubmission>();
    for (const [id, scored] of await readScores(world.sql, { board: view.board, scoring: scoring.number }))
      scores.set(id, scoredSchema.parse(scored));
    const board = row.imported
      ? importedBoards(row.imported).find((each) => each.phase === phase.name)
      : await make(world, view, { rows, scores });
    if (!board) throw new StoreRefusal('missing', 'the bundle has no board of this phase');
    const submissions = rows.filter(({ kind }) => kind === 'submission').map(toSubmission);
    const shown = shownScores({ phase, feedback: feedbackOf(phase, { over: view.over || view.owner }), submissions, scores });
    const content = JSON.stringify({ board, shown: [...shown] } satisfies StoredBoard);
    await writePhaseBoard(world.sql, { ...placeOf(view), version: versionOf(row, boards.app.version), content });
    return content;
  },
};

/** The time on a board is the end of its phase or its last submission, so that the same content always gives the same board. */
async function make(
  world: Scoring,
  { board, number, owner, scoring, over }: BoardView,
  { rows, scores }: { rows: readonly SubmissionRow[]; scores: ReadonlyMap<string, ScoredSubmission> },
): Promise<Board> {
  const openedBoard = await openBoard(world, { board, scoring });
  const { phase, index } = phaseOf(openedBoard, number);
  const sentRows = rows.filter(({ kind }) => kind === 'submission');
  const { benchmark } = openedBoard;
  return makeBoard({
    phase,
    at: over && phase.end ? phase.end : lastOf(phase, sentRows),
    submissions: sentRows.map(toSubmission),
    scores,
    references: rows.flatMap((row) => {
      const scored = scores.get(row.id);
      return row.kind === 'reference' && scored ? [{ name: row.row, ...(row.note ? { note: row.note } : {}), scored }] : [];
    }),
    published: benchmark.published,
    sizes: benchmark.sizes?.(openedBoard.items[index].scored),
    units: boardUnits(openedBoard.items[index], benchmark.units),
    unit: benchmark.unit,
    owner,
  });
}

function lastOf({ start }: Phase, submissions: readonly { at: string }[]): string {
  return submissions.reduce((last, { at }) => (at > last ? at : last), start);
}

export interface ComparedPhase {
  phase: string;
  changes: RowChange[];
  table: Table;
}

export function comparePhase(before: Board, after: Board, caption: string): ComparedPhase {
  const changes = compareBoards(before, after);
  return { phase: after.phase, changes, table: changesTable(changes, { rank: after.rank, caption }) };
}

const FORMATS = {
  csv: { type: 'text/csv; charset=utf-8', write: (board: Board) => `${tableToCsv(boardTables(board)[0])}\n` },
  md: { type: 'text/markdown; charset=utf-8', write: (board: Board) => `${tableToMarkdown(boardTables(board)[0])}\n` },
  tex: { type: 'application/x-latex; charset=utf-8', write: (board: Board) => `${tableToLatex(boardTables(board)[0])}\n` },
  json: { type: 'application/json', write: (board: Board) => `${JSON.stringify(board, null, 1)}\n` },
} as const;

export function boardFile(board: Board, format: keyof typeof FORMATS): { type: string; text: string } {
  const { type, write } = FORMATS[format];
  return { type, text: write(board) };
}

export interface PhaseBoardPlace {
  board: string;
  /** Numbered from 1. */
  phase: number;
  scoring: number;
  /** Public or owner view, of a running or finished phase. */
  shown: string;
}

/** null if none was computed from this version. */
async function readPhaseBoard(
  sql: Sql,
  { board, phase, scoring, shown, version }: PhaseBoardPlace & { version: string },
): Promise<string | null> {
  const rows = await again(
    () => sql`
      select content from phase_boards
      where board = ${board} and phase = ${phase} and scoring = ${scoring} and shown = ${shown} and version = ${version}`,
  );
  return rows.length > 0 ? String(rows[0].content) : null;
}

/** Replaces an earlier version. */
export async function writePhaseBoard(
  sql: Sql,
  { board, phase, scoring, shown, version, content }: PhaseBoardPlace & { version: string; content: string },
): Promise<void> {
  await again(
    () => sql`
      insert into phase_boards (board, phase, scoring, shown, version, content)
      values (${board}, ${phase}, ${scoring}, ${shown}, ${version}, ${asText(content)})
      on conflict (board, phase, scoring, shown) do update set version = excluded.version, content = excluded.content`,
  );
}
