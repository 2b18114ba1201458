/** Scores by groups of items, as a table. */
import type { Benchmark, Column, Table } from '@sensebench/metrics/internal/core';
import type { EvaluatedRun } from '../../files/index.ts';
import { formatOf, printedScore, scoreLabel } from './printed-scores.ts';

/** A score over fewer items says little, so the table sets such groups apart. */
export const FEW = 5;

interface BreakdownOptions {
  name: string;
  outputs: readonly string[];
  own: Benchmark['ownMetrics'];
}

type Scored = Pick<EvaluatedRun, 'name' | 'scores'>;

export function groupsOf(runs: readonly Scored[], name: string): string[] {
  return [...new Set(runs.flatMap(({ scores }) => Object.keys(scores.breakdowns?.[name] ?? {})))].sort(compareGroups);
}

export function breakdownTable(runs: readonly Scored[], { name, outputs, own }: BreakdownOptions): Table {
  const rows = groupsOf(runs, name).flatMap((group) =>
    runs.flatMap(({ name: run, scores }) => {
      const part = scores.breakdowns?.[name]?.[group];
      return part ? [{ row: { group, run, items: part.items, ...part.corpus }, intervals: part.intervals }] : [];
    }),
  );
  const intervalsByRow = new Map(rows.map(({ row, intervals }) => [row as Table['rows'][number], intervals]));
  return {
    columns: [
      { key: 'group', label: name },
      ...(runs.length > 1 ? [{ key: 'run', label: 'run' }] : []),
      { key: 'items', label: 'items', align: 'right' },
      ...outputs.map((output): Column => ({ key: output, label: scoreLabel(output, own), format: formatOf(output, own), align: 'right' })),
    ],
    rows: rows.map(({ row }) => row),
    muted: ({ items }) => typeof items === 'number' && items < FEW,
    aside: (row, { key }) => {
      const interval = intervalsByRow.get(row)?.[key];
      return interval && `[${interval.map((end) => printedScore(key, end, own)).join(', ')}]`;
    },
    sortable: true,
  };
}

function compareGroups(a: string, b: string): number {
  return Number(a) - Number(b) || (a < b ? -1 : a > b ? 1 : 0);
}
