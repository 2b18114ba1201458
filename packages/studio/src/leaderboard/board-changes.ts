/** Compares two boards: changes since a date, or after new labels or metrics; and the history of the rows. */
import { z } from 'zod';
import type { Board, BoardRow } from './board.ts';
import type { Phase } from './phases.ts';
import { ranksOf } from './rank.ts';
import type { ShownScore } from './shown-scores.ts';
import type { Submission } from './submission.ts';
import { boardRows } from './submission.ts';

export interface EarlierOptions {
  phase: Phase;
  /** Only submissions received up to this time. */
  until: string;
  /** In the order of receipt. */
  submissions: readonly Submission[];
  /** By submission; the shown score of a submission does not depend on the time. */
  shown: ReadonlyMap<string, Pick<ShownScore, 'value'>>;
}

/** The rows and ranks of a board at an earlier time, as far as `compareBoards` needs them; no tests are repeated. */
export function earlierBoard(board: Board, { phase, until, submissions, shown }: EarlierOptions): Board {
  const hidden = phase.anonymous && board.feedback !== 'final';
  const rowsById = new Map(board.rows.map((row) => [row.id, row]));
  const choices = boardRows({ phase, at: until, submissions });
  const values = choices.map(({ submission }) => shown.get(submission.id)?.value ?? null);
  const ranks = ranksOf(values.map((value) => (value === null ? null : board.direction === 'higher' ? value : -value)));
  const rows = choices.map(({ submission: { id, row, account, at } }, i): BoardRow => {
    const rank = board.feedback === 'ladder' && values[i] === null ? null : ranks[i];
    const { scorer } = rowsById.get(id) ?? {};
    return {
      ...{ kind: 'submission', id, name: hidden ? `Anonymous ${i + 1}` : row, at, rank, value: values[i] },
      ...{ scores: {}, breakdowns: {}, signatures: {} },
      ...(hidden ? {} : { account }),
      ...(scorer === undefined ? {} : { scorer }),
    };
  });
  const order = (row: BoardRow) => row.rank ?? Number.POSITIVE_INFINITY;
  return { ...board, rows: rows.sort((a, b) => order(a) - order(b) || (a.id < b.id ? -1 : 1)) };
}

const oldAndNew = z.object({ old: z.number().nullable(), new: z.number().nullable() });

export const rowChangeSchema = z.object({
  name: z.string(),
  account: z.string().optional(),
  change: z.enum(['new', 'gone', 'up', 'down', 'same']),
  rank: oldAndNew,
  value: oldAndNew,
  rescored: z.boolean().describe('scored by another version, or with other signatures'),
});
export type RowChange = z.infer<typeof rowChangeSchema>;

/** Rows are matched by account and name. In the order of the new board, removed rows last. */
export function compareBoards(before: Board, after: Board): RowChange[] {
  const old = new Map(competitors(before).map((row) => [keyOf(row), row]));
  const now = competitors(after);
  const keys = new Set(now.map(keyOf));
  return [
    ...now.map((row) => changeOf(old.get(keyOf(row)), row)),
    ...competitors(before)
      .filter((row) => !keys.has(keyOf(row)))
      .map((row) => changeOf(row, undefined)),
  ];
}

function competitors({ rows }: Board): BoardRow[] {
  return rows.filter(({ kind }) => kind === 'submission');
}

/** While a phase is anonymous, rows are identified by their submission only. */
function keyOf({ account, name, id }: BoardRow): string {
  return account === undefined ? JSON.stringify([id]) : JSON.stringify([account, name]);
}

function changeOf(old: BoardRow | undefined, now: BoardRow | undefined): RowChange {
  const { name, account } = now ?? old ?? { name: '', account: undefined };
  const ranks = { old: old?.rank ?? null, new: now?.rank ?? null };
  return {
    name,
    ...(account === undefined ? {} : { account }),
    change: !old ? 'new' : !now ? 'gone' : direction(ranks),
    rank: ranks,
    value: { old: old?.value ?? null, new: now?.value ?? null },
    rescored: old !== undefined && now !== undefined && old.id === now.id && (old.scorer !== now.scorer || old.value !== now.value),
  };
}

function direction(ranks: RowChange['rank']): 'up' | 'down' | 'same' {
  if (ranks.old === null || ranks.new === null || ranks.old === ranks.new) return 'same';
  return ranks.new < ranks.old ? 'up' : 'down';
}

export interface HistoryPoint {
  at: string;
  name: string;
  value: number;
  /** It was the best so far. */
  leads: boolean;
}

/** The rows in the order of time, for a plot. */
export function boardHistory({ direction, ...board }: Board): HistoryPoint[] {
  let best: number | undefined;
  return competitors({ direction, ...board })
    .flatMap(({ at, name, value }) => (at !== undefined && value !== null ? [{ at, name, value }] : []))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .map((point) => {
      const leads = best === undefined || (direction === 'higher' ? point.value > best : point.value < best);
      if (leads) best = point.value;
      return { ...point, leads };
    });
}
