/** The board of a phase from the store, kept while nothing changes; with what changed since, the history, and files to save. */
import type { Table } from '../../core/index.ts';
import {
  type Board,
  boardTables,
  boardUnits,
  changesTable,
  compareBoards,
  hasBegun,
  hasEnded,
  makeBoard,
  type Phase,
  type RowChange,
  type ScoredSubmission,
  scoredSchema,
} from '../../leaderboard/index.ts';
import { tableToCsv, tableToLatex, tableToMarkdown } from '../../report/index.ts';
import { listSubmissions, readScores, StoreRefusal } from '../store/index.ts';
import { type Boards, type Scoring, scoringOf } from './boards.ts';
import { knownBoard, openBoard, phaseOf } from './open-board.ts';
import { toSubmission } from './submit.ts';

export interface BoardQuery {
  board: string;
  /** Numbered from 1. */
  phase: number;
  /** All scores and names at any time. */
  owner?: boolean;
  /** As it was then. */
  since?: string;
  /** Default: the one that boards show. */
  scoring?: number;
}

export async function phaseBoard(
  boards: Boards,
  { board, phase: number, owner = false, since, scoring: wanted }: BoardQuery,
): Promise<Board> {
  const { app, computed } = boards;
  const now = app.now().toISOString();
  const world = scoringOf(boards);
  const { row, competition, scoring } = await knownBoard(world, { board, ...(wanted === undefined ? {} : { scoring: wanted }) });
  const chosen = scoring.number;
  const { phase } = phaseOf({ competition }, number);
  const at = since ?? now;
  if (!owner && !hasBegun(phase, at)) throw new StoreRefusal('missing', `the phase "${phase.name}" begins at ${phase.start}`);
  const stored = importedBoards(row.imported).find((own) => own.phase === phase.name);
  if (row.imported && !stored) throw new StoreRefusal('missing', 'the bundle had no board of this phase');
  if (stored) return stored;
  const over = hasEnded(phase, now);
  const version = `${row.revision}/${row.version}`;
  return computed.get(`board/${board}/${number}/${owner}/${chosen}/${since ?? ''}/${over}`, version, () =>
    make(world, { board, number, owner, scoring: chosen, since, over }),
  );
}

/** Stored as one text: the order of fields is part of a board. */
function importedBoards(imported: unknown): readonly Board[] {
  return typeof imported === 'string' ? JSON.parse(imported) : [];
}

interface Made {
  board: string;
  number: number;
  owner: boolean;
  scoring: number;
  /** Only what was received up to then. */
  since?: string;
  /** The phase is over by now: an earlier board is made as the one of now, so that both can be compared. */
  over: boolean;
}

/** The time on a board is the end of its phase or its last submission: the same content gives the same board, whenever it is asked for. */
async function make(world: Scoring, { board, number, owner, scoring, since, over }: Made): Promise<Board> {
  const open = await openBoard(world, { board, scoring });
  const { phase, index } = phaseOf(open, number);
  const rows = (await listSubmissions(world.sql, { board })).filter((row) => row.phase === phase.name);
  const scores = new Map<string, ScoredSubmission>();
  for (const [id, scored] of await readScores(world.sql, { board, scoring })) scores.set(id, scoredSchema.parse(scored));
  const sent = rows.filter(({ kind, at }) => kind === 'submission' && (since === undefined || Date.parse(at) <= Date.parse(since)));
  const { benchmark } = open;
  return makeBoard({
    phase,
    at: over && phase.end ? phase.end : lastOf(phase, sent),
    submissions: sent.map(toSubmission),
    scores,
    references: rows.flatMap((row) => {
      const scored = scores.get(row.id);
      return row.kind === 'reference' && scored ? [{ name: row.row, ...(row.note ? { note: row.note } : {}), scored }] : [];
    }),
    published: benchmark.published,
    sizes: benchmark.sizes?.(open.items[index].scored),
    units: boardUnits(open.items[index], benchmark.units),
    unit: benchmark.unit,
    owner,
  });
}

function lastOf({ start }: Phase, sent: readonly { at: string }[]): string {
  return sent.reduce((last, { at }) => (at > last ? at : last), start);
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
