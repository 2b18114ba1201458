/** The audit of a dataset: what can be solved without understanding, patterns, repetitions, and whose world it is about. */
import type { Benchmark, Item } from '../../core/index.ts';
import { countByRegion, type RegionRow, type RunItemScores } from './count-regions.ts';
import { findLabelWords, type LabelWords } from './find-label-words.ts';
import { findNearDuplicates, type NamedSplit, type NearDuplicates } from './find-near-duplicates.ts';
import { findTemplates, type Templates } from './find-templates.ts';
import { type AuditLanguage, choiceTexts, countEach, mostFirst } from './item-texts.ts';
import type { BaselineResult } from './measure-baselines.ts';

export interface Audit {
  benchmark: string;
  dataset: string;
  /** The audited split; the others serve the baselines, the near-duplicates and the words that give a label away. */
  split: string;
  /** Items of each split. */
  splits: Record<string, number>;
  baselines: BaselineResult[];
  templates: Templates;
  frequencies: Frequencies[];
  nearDuplicates: { overlap: number; pairs: NearDuplicates[] };
  /** Over all splits together; null if the benchmark has no choices. */
  labelWords: LabelWords | null;
  regions: RegionRow[];
  /** The score that `regions` has of each run. */
  runs: Record<string, string>;
}

export interface AuditOptions {
  benchmark: Benchmark;
  dataset: string;
  split: string;
  /** Earlier splits first: each is sought in those before it. */
  splits: readonly NamedSplit[];
  baselines: BaselineResult[];
  runs: readonly RunItemScores[];
  language: AuditLanguage;
  overlap: number;
  /** How many templates, keywords and answers are listed. */
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
  /** Which texts were counted. */
  of: 'keyword' | 'label' | 'answer';
  distinct: number;
  /** How many are in one item only. */
  once: number;
  /** Share of all uses that fall on those listed in `top`. */
  topShare: number | null;
  top: { value: string; items: number; share: number }[];
}

/** How often each keyword, label or candidate answer is used: a few that are in many items can be learned by heart. */
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
