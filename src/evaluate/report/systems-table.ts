/** Systems × scores as one table: ours first, then chance, then the rows that papers published, marked as such. */
import type { Benchmark, PublishedRow, Scores, Table, Value } from '../../core/index.ts';
import { chanceRows } from './chance-rows.ts';
import { formatOf } from './printed-scores.ts';

export interface NamedScores {
  name: string;
  scores: Pick<Scores, 'corpus' | 'chance'>;
}

export function systemsTable(systems: readonly NamedScores[], benchmark?: Pick<Benchmark, 'published' | 'ownMetrics'>): Table {
  const outputs = outputsOf(systems);
  const published = (benchmark?.published ?? []).filter(({ scores }) => outputs.some((output) => output in scores));
  return {
    columns: [
      { key: 'system', label: 'System' },
      ...outputs.map((output) => ({
        key: output,
        label: output,
        format: formatOf(output, benchmark?.ownMetrics),
        align: 'right' as const,
      })),
      ...(published.length > 0 ? [{ key: 'source', label: 'Published in', format: String }] : []),
    ],
    rows: [
      ...systems.map(({ name, scores }) => ({ system: name, source: '', ...pick(outputs, scores.corpus) })),
      ...chanceRows(systems).map(({ system, scores }) => ({ system, source: '', ...pick(outputs, scores) })),
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

function publishedIn({ source, split, note }: PublishedRow): string {
  return [source, split, note].filter(Boolean).join(', ');
}

function pick(outputs: readonly string[], scores: Readonly<Record<string, number | null>>): Record<string, Value> {
  return Object.fromEntries(outputs.map((output) => [output, scores[output] ?? null]));
}
