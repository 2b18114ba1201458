/** Training items for few-shot examples and baselines: those that were named, or the train split beside the one that is evaluated. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark, Item } from '../../core/index.ts';
import { collectItems } from './select-items.ts';

export async function readPool(
  benchmark: Benchmark,
  { train, dataset, split }: { train?: string; dataset: string; split?: string },
): Promise<Item[]> {
  if (train) return collectItems(benchmark.read(train, { split: 'train' }));
  if (split !== undefined && split !== 'train' && existsSync(join(dataset, 'train.jsonl')))
    return collectItems(benchmark.read(dataset, { split: 'train' }));
  return [];
}
