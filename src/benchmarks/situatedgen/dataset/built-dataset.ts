/** The result of a SituatedGen build, before it is written. */
import type { DatasetSource } from '../../../build/dataset/index.ts';
import type { LedgerRow } from '../../../core/index.ts';
import type { ExampleRows } from '../row.ts';
import type { PairComparison } from './compare-pairs.ts';
import type { DatasetStats, StatementRows } from './dataset-stats.ts';

export interface BuiltDataset {
  examples: Record<string, ExampleRows>;
  statements: StatementRows;
  ledger: AsyncIterable<LedgerRow>;
  stats: DatasetStats;
  comparison: PairComparison | null;
  /** How many decisions people made on the test split. */
  decisions: number;
  /** Whether the decisions are those of the people who wrote the statements. */
  readByAuthors: boolean;
  sources: readonly DatasetSource[];
  versions: Record<string, string>;
  config: Record<string, unknown>;
}
