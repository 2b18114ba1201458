/** A board as tables: ranked rows with references, published rows on other data, and changes. Values stay numbers. */
import type { Column, PublishedRow, Table, Value } from 'sensebench/internal/core';
import { printedScore } from 'sensebench/internal/metrics';
import type { Board, BoardRow } from './board.ts';
import type { RowChange } from './board-changes.ts';

type TableRow = Table['rows'][number];

/** The first table is the board; the others list published results on other data, one table per dataset. */
export function boardTables(board: Board): Table[] {
  const { rank, rows, published, feedback } = board;
  const outputs = [...new Set(rows.flatMap(({ scores }) => Object.keys(scores)))].filter((output) => output !== rank);
  const groups = [
    ...new Set(
      rows.flatMap(({ breakdowns }) =>
        Object.entries(breakdowns).flatMap(([name, scores]) => Object.keys(scores).map((group) => `${name}: ${group}`)),
      ),
    ),
  ];
  const numbers: Column[] = [
    scoreColumn('value', rank, rank),
    ...outputs.map((output) => scoreColumn(`score ${output}`, output, output)),
    ...groups.map((group) => scoreColumn(`group ${group}`, group, rank)),
  ];
  const columns: Column[] = [
    { key: 'rank', label: 'Rank', align: 'right' },
    { key: 'name', label: 'System' },
    ...numbers,
    ...(feedback === 'ladder'
      ? []
      : [
          { key: 'ranks', label: 'Rank between' },
          { key: 'like', label: 'Like the best' },
        ]),
    { key: 'attempts', label: 'Attempts', align: 'right' as const },
    { key: 'accountAttempts', label: 'Attempts of the account', align: 'right' as const },
    { key: 'date', label: 'Date' },
    { key: 'note', label: 'Note' },
  ];
  const shown = [...rows.map((row) => toTableRow(row, rank)), ...published.map((row) => publishedRow(row, rank))];
  return [
    {
      caption: captionOf(board),
      columns,
      rows: shown,
      sortable: true,
      muted: (row) => row.rank === null,
      aside: (row, { key }) => (key === 'value' && typeof row.interval === 'string' ? row.interval : undefined),
    },
    ...elsewhereTables(board),
  ];
}

export const LADDER_IN_WORDS = 'A submission that is not above its account’s best so far has no score and no rank until the phase is over.';

function captionOf({ phase, part, items, feedback, rank, grid = 0 }: Board): string {
  const data = `${part === 'all' ? 'all' : `the ${part} part:`} ${items} items`;
  if (feedback === 'ladder')
    return `${phase}, while it runs: scores on ${data}, rounded to the nearest ${printedScore(rank, grid)}. ${LADDER_IN_WORDS}`;
  return `${phase}: ${data}`;
}

function scoreColumn(key: string, label: string, output: string): Column {
  return { key, label, align: 'right', format: (value) => (typeof value === 'number' ? printedScore(output, value) : '') };
}

function toTableRow(row: BoardRow, output: string): TableRow {
  const { rank, name, value, missing, interval, rankInterval, likeBest, attempts, accountAttempts, at, note, model } = row;
  return {
    rank,
    name,
    value,
    interval: interval ? `[${interval.map((end) => printedScore(output, end)).join(', ')}]` : undefined,
    ...Object.fromEntries(Object.entries(row.scores).map(([output, score]): [string, Value] => [`score ${output}`, score])),
    ...Object.fromEntries(
      Object.entries(row.breakdowns).flatMap(([name, groups]) =>
        Object.entries(groups).map(([group, score]): [string, Value] => [`group ${name}: ${group}`, score]),
      ),
    ),
    ranks: rankInterval ? rankInterval.join('–') : '',
    like: likeBest === true ? 'yes' : likeBest === false ? 'no' : '',
    attempts: attempts ?? null,
    accountAttempts: accountAttempts ?? null,
    date: at?.slice(0, 10) ?? '',
    note: [missing, row.kind === 'reference' ? 'reference' : undefined, model, note].filter(Boolean).join('; '),
  };
}

function publishedRow({ system, source, scores, note }: PublishedRow, rank: string): TableRow {
  return {
    rank: null,
    name: system,
    value: scores[rank] ?? null,
    ...Object.fromEntries(Object.entries(scores).map(([output, score]) => [`score ${output}`, score])),
    note: ['published', source, note].filter(Boolean).join('; '),
  };
}

function elsewhereTables({ elsewhere, rank }: Board): Table[] {
  const groups = new Map<string, PublishedRow[]>();
  for (const row of elsewhere) {
    const sizes = Object.entries(row.sizes ?? {})
      .map(([name, size]) => `${size} ${name}`)
      .sort();
    const caption = `Published on other data (${[row.split, ...sizes].join(', ')}): not comparable with the rows above`;
    groups.set(caption, [...(groups.get(caption) ?? []), row]);
  }
  return Array.from(groups, ([caption, rows]) => ({
    caption,
    columns: [
      { key: 'system', label: 'System' },
      scoreColumn('value', rank, rank),
      { key: 'source', label: 'Published in' },
      { key: 'note', label: 'Note' },
    ],
    rows: rows.map(({ system, source, scores, note = '' }) => ({ system, value: scores[rank] ?? null, source, note })),
    muted: () => true,
  }));
}

/** Old and new ranks side by side. */
export function changesTable(changes: readonly RowChange[], { rank, caption }: { rank: string; caption: string }): Table {
  return {
    caption,
    columns: [
      { key: 'name', label: 'System' },
      { key: 'change', label: 'Change' },
      { key: 'oldRank', label: 'Old rank', align: 'right' },
      { key: 'newRank', label: 'New rank', align: 'right' },
      scoreColumn('oldValue', `Old ${rank}`, rank),
      scoreColumn('newValue', `New ${rank}`, rank),
    ],
    rows: changes.map(({ name, change, rank: ranks, value }) => ({
      name,
      change,
      oldRank: ranks.old,
      newRank: ranks.new,
      oldValue: value.old,
      newValue: value.new,
    })),
  };
}
