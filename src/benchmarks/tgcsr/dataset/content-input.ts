/** The input of a TG-CSR dataset's content, card and page. */
import type { DatasetSource } from '../../../build/dataset/index.ts';
import type { TgcsrContext } from '../context.ts';
import type { GroundTruthOptions } from '../ground-truth.ts';
import type { RatedPairs } from '../ratings/rated-pairs.ts';
import type { BuiltDataset } from '../steps/build-dataset.ts';
import type { Taxonomy } from '../taxonomy/taxonomy.ts';
import type { DatasetStats } from './dataset-stats.ts';

export interface ContentInput {
  context: TgcsrContext;
  built: BuiltDataset;
  rated: RatedPairs;
  stats: DatasetStats;
  taxonomy: Taxonomy;
  truth: GroundTruthOptions;
  /** The ratings say that no person gave them. */
  simulated: boolean;
  config: Record<string, unknown>;
  seed: number;
  sources: readonly DatasetSource[];
  version: string;
  licence?: string;
  url?: string;
  published?: string;
}

/** What card and page read of it. */
export type DescribedInput = Pick<ContentInput, 'context' | 'built' | 'rated' | 'truth' | 'simulated' | 'stats'>;
