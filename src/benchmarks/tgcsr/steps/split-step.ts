/** Few-shot splits as a step (Santos et al. 2022, sections 1 and 5.2): each labelled pair with its split. */
import { z } from 'zod';
import { defineStep, type Shard } from '../../../core/index.ts';
import type { PairRow } from '../item.ts';
import type { Split } from '../read-split-of.ts';
import { assignSplits } from '../splits.ts';

export interface SplitRow {
  split: Split;
  row: PairRow;
}

export const splitStep = defineStep({
  name: 'split',
  version: 2,
  options: z.object({
    train: z.number(),
    dev: z.number(),
    seed: z.number().optional(),
    by: z.enum(['question', 'pair']).optional(),
    stratify: z.enum(['category', 'size']).optional(),
  }),
  over: 'all',
  run(shards: readonly Shard<PairRow>[], options): Shard<SplitRow> {
    const rows = shards.flatMap((shard) => shard.rows);
    const splitOf = assignSplits(
      rows.map(({ id, questionID, category }) => ({ id, question: questionID, category })),
      options,
    );
    return { rows: rows.map((row) => ({ split: splitOf.get(row.id) ?? 'test', row })), dropped: [] };
  },
});
