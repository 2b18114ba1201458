/** SituatedGen's Table 1 for any statements: the number per source with only GEO, only TEMP, or both. */
import type { TextEntity } from '@sensebench/metrics/internal/core';
import { contextOf } from './contexts.ts';

export interface ContextCounts {
  /** The number of sentences of the source; null if only those with a context were given. */
  sentences: number | null;
  GEO: number;
  TEMP: number;
  BOTH: number;
  valid: number;
}

/** Table 1, the same in both versions of the paper. */
export const PUBLISHED_CONTEXT_COUNTS: Readonly<Record<string, ContextCounts>> = {
  creak: { sentences: 5779, GEO: 868, TEMP: 552, BOTH: 153, valid: 1573 },
  strategyqa: { sentences: 4976, GEO: 501, TEMP: 366, BOTH: 86, valid: 953 },
  commonsenseqa: { sentences: 10962, GEO: 487, TEMP: 215, BOTH: 12, valid: 714 },
  arc: { sentences: 7787, GEO: 165, TEMP: 426, BOTH: 52, valid: 643 },
  openbookqa: { sentences: 6493, GEO: 31, TEMP: 119, BOTH: 5, valid: 155 },
};

interface FoundStatement {
  id: string;
  entities?: readonly Pick<TextEntity, 'type'>[];
}

export function countContexts(
  statements: Iterable<FoundStatement>,
  sentences: Readonly<Record<string, number>> = {},
): Record<string, ContextCounts> {
  const counter = createCounter(sentences);
  for (const statement of statements) counter.add(statement);
  return counter.counts;
}

/** Counts a stream of statements. */
export async function countContextsOf(
  statements: AsyncIterable<FoundStatement>,
  sentences: Readonly<Record<string, number>>,
): Promise<Record<string, ContextCounts>> {
  const counter = createCounter(sentences);
  for await (const statement of statements) counter.add(statement);
  return counter.counts;
}

function createCounter(sentences: Readonly<Record<string, number>>) {
  const counts: Record<string, ContextCounts> = {};
  const of = (source: string) => {
    counts[source] ??= { sentences: sentences[source] ?? null, GEO: 0, TEMP: 0, BOTH: 0, valid: 0 };
    return counts[source];
  };
  for (const source of Object.keys(sentences)) of(source);
  return {
    counts,
    add({ id, entities = [] }: FoundStatement) {
      const context = contextOf(entities);
      const row = of(id.split('::')[0]);
      if (context === null) return;
      row[context]++;
      row.valid++;
    },
  };
}

export interface ContextTotals extends ContextCounts {
  /** Shares of the sentences, as section 4.2 gives them: GEO and TEMP with those that have both. Null where the number of sentences is unknown. */
  shares: { GEO: number; TEMP: number; valid: number } | null;
}

/** The last line of Table 1. */
export function contextTotals(counts: Readonly<Record<string, ContextCounts>>): ContextTotals {
  const rows = Object.values(counts);
  const sum = (key: 'GEO' | 'TEMP' | 'BOTH' | 'valid') => rows.reduce((total, row) => total + row[key], 0);
  const sentences = rows.reduce<number | null>(
    (total, row) => (total === null || row.sentences === null ? null : total + row.sentences),
    rows.length > 0 ? 0 : null,
  );
  const [GEO, TEMP, BOTH, valid] = [sum('GEO'), sum('TEMP'), sum('BOTH'), sum('valid')];
  const shares = sentences ? { GEO: (GEO + BOTH) / sentences, TEMP: (TEMP + BOTH) / sentences, valid: valid / sentences } : null;
  return { sentences, GEO, TEMP, BOTH, valid, shares };
}

/** The number of sentences per source, if a file has all of them, which is shown by a sentence without context. */
export function countSentences(
  statements: Iterable<{ id: string; entities?: readonly Pick<TextEntity, 'type'>[] }>,
): Record<string, number> {
  const all = new Map<string, { rows: number; whole: boolean }>();
  for (const { id, entities = [] } of statements) {
    const source = id.split('::')[0];
    const { rows, whole } = all.get(source) ?? { rows: 0, whole: false };
    all.set(source, { rows: rows + 1, whole: whole || contextOf(entities) === null });
  }
  return Object.fromEntries([...all].flatMap(([source, { rows, whole }]) => (whole ? [[source, rows]] : [])));
}
