/** Finds the split of a dataset folder that each pair is in. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../core/index.ts';
import { readItems } from './item.ts';

export const SPLITS = ['train', 'dev', 'test'] as const;
export type Split = (typeof SPLITS)[number];

export async function readSplitOf(folder: string): Promise<Map<string, Split>> {
  const found = new Map<string, Split>();
  for (const split of SPLITS) {
    if (!existsSync(join(folder, `${split}.jsonl`))) continue;
    for await (const { id } of readItems(folder, { split })) found.set(id, split);
  }
  if (found.size === 0) throw new InputError('has no pairs', { file: folder, expected: 'train.jsonl, dev.jsonl or test.jsonl in it' });
  return found;
}
