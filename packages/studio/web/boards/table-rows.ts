/** The rows of a board's table: competitors, reference rows and published ones, with columns that can be chosen, sorted and filtered. */
import type { ShownTable } from '../../src/server/http/shapes.ts';
import type { Board, BoardRow } from './competition.ts';

type Published = Board['published'][number];

export interface TableRow {
  key: string;
  kind: BoardRow['kind'] | 'published';
  name: string;
  /** Absent for published rows. */
  row?: BoardRow;
  published?: Published;
  /** Texts of the server's table by the label of their column. */
  texts: ReadonlyMap<string, string>;
}

export interface ScoreColumn {
  /** In addresses: `precision`, `context: garden`. */
  key: string;
  label: string;
  /** "scores", or the name of a breakdown. */
  set: string;
}

export const SCORES = 'scores';

/** The server's table has a line for each row, then for each published one. */
export function tableRows(board: Pick<Board, 'rows' | 'published'>, table: ShownTable | undefined): TableRow[] {
  const labels = table?.columns.map(({ label }) => label) ?? [];
  const textsOf = (i: number) => new Map(labels.map((label, column) => [label, table?.rows[i]?.[column] ?? '']));
  return [
    ...board.rows.map((row, i): TableRow => ({ key: row.id, kind: row.kind, name: row.name, row, texts: textsOf(i) })),
    ...board.published.map(
      (published, i): TableRow => ({
        key: `published ${i}`,
        kind: 'published',
        name: published.system,
        published,
        texts: textsOf(board.rows.length + i),
      }),
    ),
  ];
}

/** All columns beside the score that ranks. */
export function scoreColumns({ rank, rows }: Pick<Board, 'rank' | 'rows'>): ScoreColumn[] {
  const columns = new Map<string, ScoreColumn>();
  const add = (key: string, label: string, set: string) => columns.has(key) || columns.set(key, { key, label, set });
  for (const { scores } of rows) for (const name of Object.keys(scores)) if (name !== rank) add(name, name, SCORES);
  for (const { breakdowns } of rows)
    for (const [set, groups] of Object.entries(breakdowns)) for (const group of Object.keys(groups)) add(`${set}: ${group}`, group, set);
  return [...columns.values()];
}

export type SortKey = 'rank' | 'name' | 'value' | 'attempts' | 'date' | (string & {});

function valueAt({ row, published }: TableRow, key: SortKey, rank: string): number | string | null {
  if (published) return key === 'name' ? published.system : (published.scores[key === 'value' ? rank : key] ?? null);
  if (!row) return null;
  if (key === 'rank') return row.rank;
  if (key === 'name') return row.name.toLowerCase();
  if (key === 'value') return row.value;
  if (key === 'attempts') return row.attempts ?? null;
  if (key === 'date') return row.at ?? null;
  const group = /^(.*?): (.*)$/s.exec(key);
  const own = group ? row.breakdowns[group[1]]?.[group[2]] : undefined;
  return own ?? row.scores[key] ?? null;
}

/** What is missing is last in either direction; equal ones stay in the board's order. */
export function sortRows(
  rows: readonly TableRow[],
  { key, descending, rank }: { key: SortKey; descending: boolean; rank: string },
): TableRow[] {
  return rows
    .map((row) => ({ row, value: valueAt(row, key, rank) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      if (a.value === b.value) return 0;
      return (a.value < b.value ? -1 : 1) * (descending ? -1 : 1);
    })
    .map(({ row }) => row);
}

export const SHOWN = ['all', 'competitors', 'best', 'own'] as const;
export type Shown = (typeof SHOWN)[number];

/** `text` is looked for in all that is said of a row; case does not matter. */
export function filterRows(rows: readonly TableRow[], { text, shown }: { text: string; shown: Shown }): TableRow[] {
  const wanted = text.trim().toLowerCase();
  return rows.filter((own) => {
    const { row, published } = own;
    if (shown === 'competitors' && own.kind !== 'submission') return false;
    if (shown === 'best' && row?.likeBest !== true) return false;
    if (shown === 'own' && !row?.mine) return false;
    const said = [own.name, row?.account, row?.model, row?.note, row?.parameters, published?.source, published?.note];
    return said.some((part) => part?.toLowerCase().includes(wanted));
  });
}
