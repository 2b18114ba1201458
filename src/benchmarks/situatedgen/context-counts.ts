/** SituatedGen's Table 1 for any statements: how many of each source have only GEO, only TEMP, or both. */
import type { TextEntity } from '../../core/index.ts';
import { contextOf } from './contexts.ts';

export interface ContextCounts {
  /** All sentences of the source; null when only those with a context were given. */
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

export function countContexts(
  statements: Iterable<{ id: string; entities?: readonly Pick<TextEntity, 'type'>[] }>,
  sentences: Readonly<Record<string, number>> = {},
): Record<string, ContextCounts> {
  const counts: Record<string, ContextCounts> = {};
  const of = (source: string) => {
    counts[source] ??= { sentences: sentences[source] ?? null, GEO: 0, TEMP: 0, BOTH: 0, valid: 0 };
    return counts[source];
  };
  for (const source of Object.keys(sentences)) of(source);
  for (const { id, entities = [] } of statements) {
    const context = contextOf(entities);
    const row = of(id.split('::')[0]);
    if (context === null) continue;
    row[context]++;
    row.valid++;
  }
  return counts;
}
