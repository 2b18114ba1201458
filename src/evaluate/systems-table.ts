/** Systems × scores as one table: ours first, then the rows that papers published, marked as such. Values are fractions, printed ×100 (CIDEr ×10). */
import type { Benchmark, PublishedRow, Scores } from '../core/index.ts';
import type { Table, Value } from '../report/index.ts';
import { printedScore } from './scores-table.ts';

export interface NamedScores {
  name: string;
  scores: Pick<Scores, 'corpus'>;
}

export function systemsTable(systems: readonly NamedScores[], benchmark?: Pick<Benchmark, 'published'>): Table {
  const outputs = outputsOf(systems);
  const published = (benchmark?.published ?? []).filter(({ scores }) => outputs.some((output) => output in scores));
  return {
    columns: [
      { key: 'system', label: 'System' },
      ...outputs.map((output) => ({ key: output, label: output, format: formatOf(output), align: 'right' as const })),
    ],
    rows: [
      ...systems.map(({ name, scores }) => ({ system: name, ...pick(outputs, scores.corpus) })),
      ...published.map((row) => ({ system: publishedName(row), published: true, ...pick(outputs, row.scores) })),
    ],
    muted: ({ published: fromPaper }) => fromPaper === true,
  };
}

export function outputsOf(systems: readonly NamedScores[]): string[] {
  return [...new Set(systems.flatMap(({ scores }) => Object.keys(scores.corpus)))];
}

export function formatOf(output: string): (value: Value) => string {
  return (value) => (typeof value === 'number' ? printedScore(output, value) : String(value));
}

function publishedName({ system, source, split }: PublishedRow): string {
  return `${system} (published: ${source}, ${split})`;
}

function pick(outputs: readonly string[], scores: Readonly<Record<string, number | null>>): Record<string, Value> {
  return Object.fromEntries(outputs.map((output) => [output, scores[output] ?? null]));
}
