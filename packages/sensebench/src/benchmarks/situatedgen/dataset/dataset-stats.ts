/** stats.json of a built dataset: the papers' figures, dropped rows, communities, world regions, people's agreement. */

import { createTextNumbers, type TextNumbers } from '../../../files/index.ts';
import { countRegions } from '../../../nlp/index.ts';
import type { Statement } from '../../../statements/index.ts';
import type { FilterAgreement } from '../build/filter-by-people.ts';
import type { SplitResult } from '../build/split-pairs.ts';
import type { ContextCounts } from '../context-counts.ts';
import type { PairScore } from '../contrast/contrast-model.ts';
import { createFigureCounter, type DatasetFigures, type EntitiesById } from '../dataset-figures.ts';
import type { ExampleRows } from '../row.ts';
import { type SplitFigures, splitFigures } from '../split-figures.ts';
import { unseenBySplit } from '../unseen.ts';

export interface DatasetStats {
  splits: Record<string, SplitFigures>;
  /** The statistics of all splits together. */
  total: Omit<DatasetFigures, 'sources' | 'frequentKeywords'>;
  /** Table 1. */
  sources: Record<string, ContextCounts>;
  /** The number of statements that reached mining. */
  statementSources: Record<string, number>;
  mining: {
    statements: number /** The number of pairs before the limit per statement. */;
    found: number;
    pairs: number;
    threshold: number;
    refused: Record<string, number>;
    similarities: Record<string, number>;
    /** Pairs that were proposed by slot, and the mean probabilities of those that were chosen: only where the model of contrast judged. */
    model?: { proposed: number; expected: PairScore };
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

/** Statements in order, and by id. */
export interface StatementRows extends Iterable<Statement> {
  readonly length: number;
  find(id: string): Statement | undefined;
}

export interface DatasetStatsInput {
  examples: Readonly<Record<string, ExampleRows>>;
  statements: StatementRows;
  sources: Record<string, ContextCounts>;
  mined: {
    found: number;
    pairs: number;
    similarities: Iterable<number>;
    refused: Record<string, number>;
    model?: DatasetStats['mining']['model'];
  };
  threshold: number;
  split: SplitResult;
  /** Counted by step and rule. */
  dropped: DatasetStats['dropped'];
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
  dropped,
  filter,
  seed,
}: DatasetStatsInput): DatasetStats {
  const edges = split.communities.edges.reduce((sum, count) => sum + count, 0);
  const { contrasts, ...rows } = rowStats(examples, { statements, seed });
  return {
    ...rows,
    sources,
    statementSources: count(map(statements, ({ id }) => id.split('::')[0])),
    mining: {
      statements: statements.length,
      found: mined.found,
      pairs: mined.pairs,
      threshold,
      refused: mined.refused,
      ...(mined.model ? { model: mined.model } : {}),
      similarities: sorted(count(map(mined.similarities, (similarity) => (Math.floor(similarity * 100) / 100).toFixed(2)))),
      contrasts,
    },
    communities: {
      ...split.communities,
      largestShare: edges > 0 ? split.communities.edges[0] / (edges + split.communities.crossing) : null,
    },
    ratios: { wished: split.wished, achieved: split.achieved },
    dropped,
    filter,
  };
}

/** The statistics that come from the rows and the entities of their statements. */
export function rowStats(
  examples: DatasetStatsInput['examples'],
  { statements, seed }: Pick<DatasetStatsInput, 'statements' | 'seed'>,
): Pick<DatasetStats, 'splits' | 'total' | 'regions' | 'frequentPlaces'> & Pick<DatasetStats['mining'], 'contrasts'> {
  const entities: EntitiesById = { get: (id) => statements.find(id)?.entities };
  const all = allOf(examples);
  const counter = createFigureCounter();
  const unseen = unseenBySplit(examples);
  const used = createTextNumbers();
  for (const { ids } of all) for (const id of ids) used.add(id);
  const places = count(placesOf(statements, used));
  const splits: DatasetStats['splits'] = {};
  for (const [name, rows] of Object.entries(examples)) {
    const figures = splitFigures({ examples: rows }, entities, { seed, total: counter });
    splits[name] = { ...figures, ...(unseen[name] ? { unseen: unseen[name] } : {}) };
  }
  const { sources: _sources, frequentKeywords: _frequent, ...total } = counter.figures();
  return {
    splits,
    total,
    contrasts: sorted(count(contrastsOf(all))),
    regions: countRegions(placesOf(statements, used)),
    frequentPlaces: Object.entries(places)
      .map(([place, times]) => ({ place, count: times }))
      .sort((a, b) => b.count - a.count || (a.place < b.place ? -1 : 1))
      .slice(0, 30),
  };
}

function allOf(examples: DatasetStatsInput['examples']): ExampleRows {
  return {
    length: Object.values(examples).reduce((sum, { length }) => sum + length, 0),
    *[Symbol.iterator]() {
      for (const rows of Object.values(examples)) yield* rows;
    },
  };
}

/** The places in the statements of the examples. */
function* placesOf(statements: Iterable<Statement>, used: Pick<TextNumbers, 'has'>): Generator<string> {
  for (const { id, entities = [] } of statements) {
    if (!used.has(id)) continue;
    for (const { type, text } of entities) if (type === 'GPE') yield text.replace(/^the /i, '');
  }
}

function* contrastsOf(examples: ExampleRows): Generator<string> {
  for (const { contrast } of examples) if (contrast !== undefined) yield (Math.floor(contrast * 10) / 10).toFixed(1);
}

function* map<From, To>(values: Iterable<From>, change: (value: From) => To): Generator<To> {
  for (const value of values) yield change(value);
}

function count(values: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

function sorted(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
