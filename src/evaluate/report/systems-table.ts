/** Systems × scores as one table: ours first, then the rows that papers published, marked as such. Values are fractions, printed ×100 (CIDEr ×10). */
import type { Benchmark, PublishedRow, Scores, Table, Value } from '../../core/index.ts';
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
      ...(published.length > 0 ? [{ key: 'source', label: 'Published in', format: String }] : []),
    ],
    rows: [
      ...systems.map(({ name, scores }) => ({ system: name, source: '', ...pick(outputs, scores.corpus) })),
      ...published.map((row) => ({
        system: row.system,
        published: true,
        source: publishedIn(row),
        ...pick(outputs, row.scores),
      })),
    ],
    muted: ({ published: fromPaper }) => fromPaper === true,
  };
}

/** Scores that are defined for at least one system; all of them where none is. */
export function outputsOf(systems: readonly NamedScores[]): string[] {
  const all = [...new Set(systems.flatMap(({ scores }) => Object.keys(scores.corpus)))];
  const defined = all.filter((output) => systems.some(({ scores }) => typeof scores.corpus[output] === 'number'));
  return defined.length > 0 ? defined : all;
}

export function formatOf(output: string): (value: Value) => string {
  return (value) => (typeof value === 'number' ? printedScore(output, value) : String(value));
}

/** What a score is multiplied by when it is printed. */
export function printedScale(output: string): number {
  return Number(printedScore(output, 1));
}

function publishedIn({ source, split, note }: PublishedRow): string {
  return [source, split, note].filter(Boolean).join(', ');
}

function pick(outputs: readonly string[], scores: Readonly<Record<string, number | null>>): Record<string, Value> {
  return Object.fromEntries(outputs.map((output) => [output, scores[output] ?? null]));
}
