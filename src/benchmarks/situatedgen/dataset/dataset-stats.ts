/** stats.json of a built dataset: the papers' figures, dropped rows, communities, world regions, people's agreement. */

import { countDrops } from '../../../build/dataset/index.ts';
import type { LedgerRow } from '../../../core/index.ts';
import { countRegions } from '../../../nlp/index.ts';
import type { Statement } from '../../../statements/index.ts';
import type { ContextCounts } from '../context-counts.ts';
import { type DatasetFigures, datasetFigures } from '../dataset-figures.ts';
import type { SituatedGenExample } from '../row.ts';
import { type SplitFigures, splitFigures } from '../split-figures.ts';
import type { FilterAgreement } from '../steps/filter-by-people.ts';
import type { SplitResult } from '../steps/split-pairs.ts';
import { unseenBySplit } from '../unseen.ts';

export interface DatasetStats {
  splits: Record<string, SplitFigures>;
  /** Of all splits together. */
  total: Omit<DatasetFigures, 'sources' | 'frequentKeywords'>;
  /** Table 1. */
  sources: Record<string, ContextCounts>;
  /** Statements that came as far as mining. */
  statementSources: Record<string, number>;
  mining: {
    statements: number /** Before each statement's pairs were limited. */;
    found: number;
    pairs: number;
    threshold: number;
    refused: Record<string, number>;
    similarities: Record<string, number>;
    /** Examples by contrast score, from "0.0" to "1.0"; empty where only the paper's rules judged. */
    contrasts: Record<string, number>;
  };
  communities: SplitResult['communities'] & { largestShare: number | null };
  ratios: { wished: SplitResult['wished']; achieved: SplitResult['achieved'] };
  /** Mentions of places in the statements of the dataset, by continent. */
  regions: Record<string, number>;
  frequentPlaces: { place: string; count: number }[];
  dropped: Record<string, Record<string, number>>;
  filter: { judged: number; undecided: number; removedShare: number | null; agreement: FilterAgreement } | null;
}

export interface DatasetStatsInput {
  examples: Readonly<Record<string, readonly SituatedGenExample[]>>;
  statements: readonly Statement[];
  sources: Record<string, ContextCounts>;
  mined: { found: number; pairs: number; similarities: readonly number[]; refused: Record<string, number> };
  threshold: number;
  split: SplitResult;
  ledger: readonly LedgerRow[];
  filter: DatasetStats['filter'];
  seed: number;
}

export function datasetStats({
  examples,
  statements,
  sources,
  mined,
  threshold,
  split,
  ledger,
  filter,
  seed,
}: DatasetStatsInput): DatasetStats {
  const edges = split.communities.edges.reduce((sum, count) => sum + count, 0);
  const { contrasts, ...rows } = rowStats(examples, { statements, seed });
  return {
    ...rows,
    sources,
    statementSources: count(statements.map(({ id }) => id.split('::')[0])),
    mining: {
      statements: statements.length,
      found: mined.found,
      pairs: mined.pairs,
      threshold,
      refused: mined.refused,
      similarities: count(mined.similarities.map((similarity) => (Math.floor(similarity * 100) / 100).toFixed(2)).sort()),
      contrasts,
    },
    communities: {
      ...split.communities,
      largestShare: edges > 0 ? split.communities.edges[0] / (edges + split.communities.crossing) : null,
    },
    ratios: { wished: split.wished, achieved: split.achieved },
    dropped: countDrops(ledger),
    filter,
  };
}

/** The figures that the rows and the entities of their statements give. */
export function rowStats(
  examples: DatasetStatsInput['examples'],
  { statements, seed }: Pick<DatasetStatsInput, 'statements' | 'seed'>,
): Pick<DatasetStats, 'splits' | 'total' | 'regions' | 'frequentPlaces'> & Pick<DatasetStats['mining'], 'contrasts'> {
  const entities = new Map(statements.map((statement) => [statement.id, statement.entities ?? []]));
  const all = Object.values(examples).flat();
  const { sources: _sources, frequentKeywords: _frequent, ...total } = datasetFigures(all, entities);
  const unseen = unseenBySplit(examples);
  const used = new Set(all.flatMap(({ ids }) => ids));
  const places = statements
    .filter(({ id }) => used.has(id))
    .flatMap((statement) => (statement.entities ?? []).filter(({ type }) => type === 'GPE').map(({ text }) => text.replace(/^the /i, '')));
  return {
    splits: Object.fromEntries(
      Object.entries(examples).map(([name, rows]) => [
        name,
        { ...splitFigures({ examples: [...rows] }, entities, { seed }), ...(unseen[name] ? { unseen: unseen[name] } : {}) },
      ]),
    ),
    total,
    contrasts: count(all.flatMap(({ contrast }) => (contrast === undefined ? [] : (Math.floor(contrast * 10) / 10).toFixed(1))).sort()),
    regions: countRegions(places),
    frequentPlaces: Object.entries(count(places))
      .map(([place, times]) => ({ place, count: times }))
      .sort((a, b) => b.count - a.count || (a.place < b.place ? -1 : 1))
      .slice(0, 30),
  };
}

function count(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
