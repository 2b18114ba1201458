/** Scores by groups of items, with their uncertainty; a group too small for an interval says so. */
import type { Benchmark, Column, Table } from '../../core/index.ts';
import { escapeHtml, type Section, tableWithDownloads } from '../../report/index.ts';
import type { EvaluatedRun } from '../scores/read-run.ts';
import { formatOf, printedScore } from './printed-scores.ts';
import { breakdownFigure } from './report-figures.ts';

/** Below so many items a score says little: the table sets such groups apart. */
const FEW = 5;

export function breakdownSections(
  runs: readonly EvaluatedRun[],
  outputs: readonly string[],
  { ownMetrics: own }: Pick<Benchmark, 'ownMetrics'>,
): Section[] {
  const names = [...new Set(runs.flatMap(({ scores }) => Object.keys(scores.breakdowns ?? {})))];
  const filled = names.filter((name) => runs.some(({ scores }) => Object.keys(scores.breakdowns?.[name] ?? {}).length > 0));
  const html = filled.map((name) => {
    const groups = groupsOf(runs, name);
    const table = breakdownTable(runs, { name, outputs, own });
    const figure = groups.length > 1 ? breakdownFigure(runs, { name, groups, output: outputs[0], own }) : '';
    return `<h3>By the items’ ${escapeHtml(name)}</h3>${figure}${notes(table)}${tableWithDownloads(table, `by-${name}`)}`;
  });
  return html.length > 0 ? [{ id: 'breakdowns', title: 'Breakdowns', html: html.join('\n') }] : [];
}

interface BreakdownOptions {
  name: string;
  outputs: readonly string[];
  own: Benchmark['ownMetrics'];
}

type Scored = Pick<EvaluatedRun, 'name' | 'scores'>;

function groupsOf(runs: readonly Scored[], name: string): string[] {
  return [...new Set(runs.flatMap(({ scores }) => Object.keys(scores.breakdowns?.[name] ?? {})))].sort(compareGroups);
}

export function breakdownTable(runs: readonly Scored[], { name, outputs, own }: BreakdownOptions): Table {
  const rows = groupsOf(runs, name).flatMap((group) =>
    runs.flatMap(({ name: run, scores }) => {
      const found = scores.breakdowns?.[name]?.[group];
      return found ? [{ row: { group, run, items: found.items, ...found.corpus }, intervals: found.intervals }] : [];
    }),
  );
  const intervals = new Map(rows.map(({ row, intervals: own }) => [row as Table['rows'][number], own]));
  return {
    columns: [
      { key: 'group', label: name },
      ...(runs.length > 1 ? [{ key: 'run', label: 'run' }] : []),
      { key: 'items', label: 'items', align: 'right' },
      ...outputs.map((output): Column => ({ key: output, label: output, format: formatOf(output, own), align: 'right' })),
    ],
    rows: rows.map(({ row }) => row),
    muted: ({ items }) => typeof items === 'number' && items < FEW,
    aside: (row, { key }) => {
      const interval = intervals.get(row)?.[key];
      return interval && `[${interval.map((end) => printedScore(key, end, own)).join(', ')}]`;
    },
    sortable: true,
  };
}

function notes({ rows, muted }: Table): string {
  const few = rows.filter((row) => muted?.(row)).length;
  if (few === 0) return '';
  return `<p class="note">Rows in italics have fewer than ${FEW} items: too few for an interval, and for any conclusion.</p>`;
}

function compareGroups(a: string, b: string): number {
  return Number(a) - Number(b) || (a < b ? -1 : a > b ? 1 : 0);
}
