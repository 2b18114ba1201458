/** At most so many pairs of a statement (an option): sentences made from one template are all alike, and n of them make n² pairs. */

import { createRandom, defineStreamStep, type LedgerRow, type Shard, type ShardReaders } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { inShards, readRows } from '../../../build/steps/index.ts';
import type { SituatedGenExample } from '../row.ts';
import { collectPairs, type MinedPair, type PairTable, type Partners, packPairs } from './pair-table.ts';

/** Pairs are taken in random order; one is kept while both of its statements have room. The kept ones stay in their order. */
export function* limitPartners(pairs: PairTable, { maxPartners, seed }: { maxPartners: number; seed: number }): Generator<MinedPair> {
  const partners = new Map<number, number>();
  const room = (statement: number) => (partners.get(statement) ?? 0) < maxPartners;
  const kept = new Uint8Array(pairs.length);
  const all = Array.from({ length: pairs.length }, (_, i) => i);
  for (const index of createRandom(`${seed}/partners`).shuffle(all)) {
    const ends = [pairs.first(index), pairs.second(index)];
    if (!ends.every(room)) continue;
    kept[index] = 1;
    for (const statement of ends) partners.set(statement, (partners.get(statement) ?? 0) + 1);
  }
  for (let index = 0; index < pairs.length; index++) if (kept[index]) yield pairs.get(index);
}

export const partnersStep = defineStreamStep({
  name: 'partners',
  version: 2,
  options: z.object({ maxPartners: z.number(), seed: z.number() }),
  over: 'stream',
  async *run(
    { pairs }: ShardReaders<{ pairs: Partners }>,
    options: { maxPartners: number; seed: number },
  ): AsyncGenerator<Shard<Partners>> {
    yield* inShards(asRows(packPairs(limitPartners(await collectPairs(readRows(pairs)), options))));
  },
});

function* asRows(partners: Iterable<Partners>): Generator<{ row: Partners }> {
  for (const row of partners) yield { row };
}

/** The kept ones stay in their order. */
export function keepBest(examples: readonly SituatedGenExample[], top: number): { rows: SituatedGenExample[]; dropped: LedgerRow[] } {
  const best = new Set(
    [...examples].sort((a, b) => (b.contrast ?? 0) - (a.contrast ?? 0) || (a.ids.join('|') < b.ids.join('|') ? -1 : 1)).slice(0, top),
  );
  return {
    rows: examples.filter((example) => best.has(example)),
    dropped: examples
      .filter((example) => !best.has(example))
      .map(({ ids, contrast }) => ({ step: 'top', rule: 'not among the most contrastive', ids, value: contrast, limit: top })),
  };
}
