/** The rows of a pair dataset that a newcomer sees first, and one dropped row. The same dataset always gives the same rows. */
import { join } from 'node:path';
import type { LedgerRow } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { readLedger } from '../../build/index.ts';
import { readJsonl } from '../../files/index.ts';

const pairSchema = z.looseObject({
  ids: z.array(z.string()),
  keywords: z.array(z.string()),
  statement: z.string(),
  statements: z.array(z.string()),
  context: z.string(),
  similarity: z.number(),
  contrast: z.number(),
});
export type ExamplePair = z.infer<typeof pairSchema>;

/** The clearest pair of each kind of context: by contrast, similarity, number of different keywords, and brevity. */
export async function examplePairs(dataset: string): Promise<ExamplePair[]> {
  const best = new Map<string, ExamplePair>();
  for await (const { value: pair } of readJsonl(join(dataset, 'test.jsonl'), pairSchema)) {
    const rival = best.get(pair.context);
    if (!rival || isClearer(pair, rival)) best.set(pair.context, pair);
  }
  return [...best.values()].sort((a, b) => a.statement.length - b.statement.length);
}

/** The first row that a rule on places and times dropped. */
export async function exampleDrop(dataset: string): Promise<LedgerRow | undefined> {
  return (await readLedger(join(dataset, 'ledger.jsonl'))).find(({ rule }) => rule === 'same-place');
}

function isClearer(pair: ExamplePair, rival: ExamplePair): boolean {
  const differences = [
    pair.contrast - rival.contrast,
    pair.similarity - rival.similarity,
    new Set(pair.keywords).size - new Set(rival.keywords).size,
    rival.statement.length - pair.statement.length,
  ];
  const difference = differences.find((value) => value !== 0);
  return difference === undefined ? pair.ids.join() < rival.ids.join() : difference > 0;
}
