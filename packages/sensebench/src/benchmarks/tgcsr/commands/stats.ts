/** `sensebench stats tgcsr`: questions, answers, pairs and the share of yes, per split and category (Santos et al. 2022, section 5.2). */
import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defineAction, InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { checkDatasetFormat } from '../../../files/index.ts';
import { readItems, type TgcsrItem } from '../item.ts';
import { PUBLISHED_SIZES } from '../published.ts';
import { figuresTable, SPLITS, type SplitFigures, splitFigures } from '../splits.ts';

export const stats = defineAction({
  summary: 'questions, answers, pairs and the share of yes, per split and category',
  options: z.object({ dataset: z.array(z.string()).min(1).describe('dataset folders, files of them, or released ratings') }),
  examples: ['stats tgcsr --dataset my-dataset', 'stats tgcsr --dataset vacationing-abroad-mc.jsonl --json'],
  async run({ dataset }) {
    const splits: Record<string, SplitFigures> = {};
    for (const { name, path } of dataset.flatMap(partsOf)) splits[name] = splitFigures(await collect(path));
    return {
      json: { splits, published: PUBLISHED_SIZES },
      tables: Object.entries(splits).map(([name, figures]) => figuresTable(name, figures)),
    };
  },
});

function partsOf(path: string): { name: string; path: string }[] {
  if (!existsSync(path) || !statSync(path).isDirectory()) return [{ name: basename(path).replace(/\.(jsonl|csv|xlsx)(\.gz)?$/, ''), path }];
  checkDatasetFormat(path);
  const parts = SPLITS.map((name) => ({ name, path: join(path, `${name}.jsonl`) })).filter((part) => existsSync(part.path));
  if (parts.length === 0) throw new InputError('has no splits', { file: path, expected: 'train.jsonl, dev.jsonl or test.jsonl in it' });
  return parts;
}

async function collect(path: string): Promise<TgcsrItem[]> {
  const items: TgcsrItem[] = [];
  for await (const item of readItems(path)) items.push(item);
  return items;
}
