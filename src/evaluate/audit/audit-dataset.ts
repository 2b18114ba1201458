/** The audit of a dataset: what can be solved without understanding, patterns, repetitions, and whose world it is about. */
import type { Benchmark } from '../../core/index.ts';
import { countFrequencies, type Frequencies } from './count-frequencies.ts';
import { countByRegion, type RegionRow, type RunItemScores } from './count-regions.ts';
import { findLabelWords, type LabelWords } from './find-label-words.ts';
import { findNearDuplicates, type NamedSplit, type NearDuplicates } from './find-near-duplicates.ts';
import { findTemplates, type Templates } from './find-templates.ts';
import type { AuditLanguage } from './item-texts.ts';
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
  /** Of all splits together; null where the benchmark has no choices. */
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
