/** Systems × scores in one table: runs, chance, and published results on the same data. Results on other data have tables of their own. */
import type { Benchmark, Item, PublishedRow, Scores, Table, Value } from '@sensebench/metrics/internal/core';
import { formatOf, printedScore, scoreLabel } from './printed-scores.ts';
import { chanceRows, chooseColumns, otherModels, paperFirst } from './scores-table.ts';

export interface NamedScores {
  name: string;
  scores: Pick<Scores, 'corpus' | 'chance' | 'intervals'> & Partial<Pick<Scores, 'signatures'>>;
}

/** Which published rows to show: none, those on the same data, or those on other data too. */
export const PUBLISHED_SHOWN = ['none', 'same', 'all'] as const;
export type PublishedShown = (typeof PUBLISHED_SHOWN)[number];

type WithPublished = Pick<Benchmark, 'published' | 'sizes' | 'ownMetrics' | 'modelScores'> & Partial<Pick<Benchmark, 'columns'>>;

export interface SystemsTableOptions {
  /** The items that the systems were scored on. Without them, no published row is known to be on the same data. */
  items?: readonly Item[];
  /** Default: same. */
  published?: PublishedShown;
  /** Print intervals beside the scores, where there are any; for a terminal. */
  intervals?: boolean;
  /** The scores to show, where any of them was measured. Default: all. */
  columns?: readonly string[];
}

export function systemsTable(
  systems: readonly NamedScores[],
  benchmark?: WithPublished,
  { items, published = 'same', intervals = false, columns }: SystemsTableOptions = {},
): Table {
  const outputs = chooseColumns(paperFirst(outputsOf(systems), benchmark), columns);
  const same = benchmark && items && published !== 'none' ? publishedRows(benchmark, items, outputs).same : [];
  const incomparable = otherModels(systems, benchmark?.modelScores);
  return {
    columns: columnsOf(outputs, benchmark, same.length > 0),
    rows: [
      ...systems.map(({ name, scores }) => ({
        system: name,
        source: '',
        ...pick(outputs, scores.corpus),
        ...(intervals ? withIntervals(scores, benchmark?.ownMetrics) : {}),
      })),
      ...chanceRows(systems).map(({ system, scores }) => ({ system, source: '', ...pick(outputs, scores) })),
      ...same.map((row) => toRow(row, outputs, incomparable)),
    ],
    muted: ({ published: fromPaper }) => fromPaper === true,
  };
}

function withIntervals({ corpus, intervals = {} }: NamedScores['scores'], own?: Benchmark['ownMetrics']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(intervals).flatMap(([output, ends]) => {
      const value = corpus[output];
      if (typeof value !== 'number') return [];
      return [[output, `${printedScore(output, value, own)} [${ends.map((end) => printedScore(output, end, own)).join(', ')}]`]];
    }),
  );
}

/** Published results on other data, one table for each kind of data, which its caption names. */
export function otherDataTables(systems: readonly NamedScores[], benchmark: WithPublished, items: readonly Item[]): Table[] {
  const outputs = paperFirst(outputsOf(systems), benchmark);
  const incomparable = otherModels(systems, benchmark.modelScores);
  const groups = new Map<string, PublishedRow[]>();
  for (const row of publishedRows(benchmark, items, outputs).other) {
    const caption = `Published on other data (${dataOf(row)}): not comparable with the rows above`;
    groups.set(caption, [...(groups.get(caption) ?? []), row]);
  }
  return Array.from(groups, ([caption, rows]) => ({
    caption,
    columns: columnsOf(outputs, benchmark, true),
    rows: rows.map((row) => toRow(row, outputs, incomparable)),
    muted: () => true,
  }));
}

function publishedRows(benchmark: WithPublished, items: readonly Item[], outputs: readonly string[]) {
  const shown = benchmark.published.filter(({ scores }) => outputs.some((output) => output in scores));
  const sizes = benchmark.sizes?.(items);
  const isSame = ({ sizes: own }: PublishedRow) => own !== undefined && Object.entries(own).every(([name, size]) => sizes?.[name] === size);
  return { same: shown.filter(isSame), other: shown.filter((row) => !isSame(row)) };
}

function dataOf({ split, sizes }: PublishedRow): string {
  return [split, ...Object.entries(sizes ?? {}).map(([name, size]) => `${size.toLocaleString('en')} ${name}`)].join(', ');
}

function columnsOf(outputs: readonly string[], benchmark: Pick<Benchmark, 'ownMetrics'> | undefined, published: boolean): Table['columns'] {
  return [
    { key: 'system', label: 'System' },
    ...outputs.map((output) => ({
      key: output,
      label: scoreLabel(output, benchmark?.ownMetrics),
      format: formatOf(output, benchmark?.ownMetrics),
      align: 'right' as const,
    })),
    ...(published ? [{ key: 'source', label: 'Published in', format: String }] : []),
  ];
}

/** Leaves out scores that must not be compared with those of the runs. */
function toRow(row: PublishedRow, outputs: readonly string[], incomparable: readonly string[]) {
  const scores = Object.fromEntries(Object.entries(row.scores).filter(([output]) => !incomparable.includes(output)));
  return { system: row.system, published: true, source: publishedIn(row), ...pick(outputs, scores) };
}

/** Scores that are defined for at least one system; all of them where none is. */
export function outputsOf(systems: readonly NamedScores[]): string[] {
  const all = [...new Set(systems.flatMap(({ scores }) => Object.keys(scores.corpus)))];
  const defined = all.filter((output) => systems.some(({ scores }) => typeof scores.corpus[output] === 'number'));
  return defined.length > 0 ? defined : all;
}

function publishedIn({ source, split, note }: PublishedRow): string {
  return [source, split, note].filter(Boolean).join(', ');
}

function pick(outputs: readonly string[], scores: Readonly<Record<string, number | null>>): Record<string, Value> {
  return Object.fromEntries(outputs.map((output) => [output, scores[output] ?? null]));
}
