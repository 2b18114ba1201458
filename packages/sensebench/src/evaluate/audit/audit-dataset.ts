/** The audit of a dataset: can it be solved without commonsense, how repetitive is it, and which regions of the world does it cover? */
import type { Benchmark, Item } from '@sensebench/metrics/internal/core';
import { countByRegion, type RegionRow, type RunItemScores } from './count-regions.ts';
import { findLabelWords, type LabelWords } from './find-label-words.ts';
import { findNearDuplicates, type NamedSplit, type NearDuplicates } from './find-near-duplicates.ts';
import { findTemplates, type Templates } from './find-templates.ts';
import { type AuditLanguage, choiceTexts, countEach, mostFirst } from './item-texts.ts';
import type { BaselineResult } from './measure-baselines.ts';

export interface Audit {
  benchmark: string;
  dataset: string;
  /** The audited split. The others are used for baselines, near-duplicates and words that give a label away. */
  split: string;
  /** The number of items of each split. */
  splits: Record<string, number>;
  baselines: BaselineResult[];
  templates: Templates;
  frequencies: Frequencies[];
  nearDuplicates: { overlap: number; pairs: NearDuplicates[] };
  /** Over all splits together; null if the benchmark has no choices. */
  labelWords: LabelWords | null;
  regions: RegionRow[];
  /** The score of each run in `regions`. */
  runs: Record<string, string>;
}

export interface AuditOptions {
  benchmark: Benchmark;
  dataset: string;
  split: string;
  /** Splits in order; each is searched for in those before it. */
  splits: readonly NamedSplit[];
  baselines: BaselineResult[];
  runs: readonly RunItemScores[];
  language: AuditLanguage;
  overlap: number;
  /** The number of templates, keywords and answers to list. */
  top: number;
}

export function auditDataset({ benchmark, dataset, split, splits, baselines, runs, language, overlap, top }: AuditOptions): Audit {
  const items = splits.find(({ name }) => name === split)?.items ?? [];
  return {
    benchmark: benchmark.name,
    dataset,
    split,
    splits: Object.fromEntries(splits.map(({ name, items: own }) => [name, own.length])),
    baselines,
    templates: findTemplates(items, { benchmark, language, top }),
    frequencies: countFrequencies(items, { benchmark, top }),
    nearDuplicates: { overlap, pairs: findNearDuplicates(splits, { benchmark, language, overlap }) },
    labelWords: findLabelWords(
      splits.flatMap(({ items: own }) => own),
      { benchmark },
    ),
    regions: countByRegion(items, { language, runs }),
    runs: Object.fromEntries(runs.map(({ name, output }) => [name, output])),
  };
}

interface Frequencies {
  /** The kind of texts counted. */
  of: 'keyword' | 'label' | 'answer';
  distinct: number;
  /** The number of texts that occur in one item only. */
  once: number;
  /** The share of all uses that belong to the texts in `top`. */
  topShare: number | null;
  top: { value: string; items: number; share: number }[];
}

/** Counts the uses of keywords, labels and candidate answers, because a few that are in many items can be memorized. */
export function countFrequencies(items: readonly Item[], { benchmark, top }: { benchmark: Benchmark; top: number }): Frequencies[] {
  const { keywords } = benchmark;
  const kinds: { of: Frequencies['of']; values(item: Item): readonly string[] }[] = [];
  if (keywords) kinds.push({ of: 'keyword', values: (item) => keywords(item).map((keyword) => keyword.toLowerCase()) });
  if (benchmark.choices) {
    kinds.push(
      { of: 'label', values: ({ references }) => references },
      { of: 'answer', values: (item) => (choiceTexts(item, benchmark)?.answers ?? []).map(({ text }) => text.toLowerCase()) },
    );
  }
  return kinds.map(({ of, values }) => {
    const counts = mostFirst(countEach(items.flatMap((item) => [...new Set(values(item))])));
    const uses = counts.reduce((sum, [, count]) => sum + count, 0);
    const most = counts.slice(0, top);
    return {
      of,
      distinct: counts.length,
      once: counts.filter(([, count]) => count === 1).length,
      topShare: uses === 0 ? null : most.reduce((sum, [, count]) => sum + count, 0) / uses,
      top: most.map(([value, count]) => ({ value, items: count, share: count / items.length })),
    };
  });
}
