/** At most so many pairs of a statement (an option): sentences made from one template are all alike, and n of them make n² pairs. */
import { z } from 'zod';
import { createRandom, defineStep, type Shard } from '../../../core/index.ts';
import { type Partners, packPairs, unpackPairs } from './mine-pairs.ts';

/** Pairs are taken in random order; one is kept while both of its statements have room. The kept ones stay in their order. */
export function limitPartners<Pair extends { first: number; second: number }>(
  pairs: readonly Pair[],
  { maxPartners, seed }: { maxPartners: number; seed: number },
): Pair[] {
  const partners = new Map<number, number>();
  const room = (statement: number) => (partners.get(statement) ?? 0) < maxPartners;
  const kept = new Set<number>();
  for (const index of createRandom(`${seed}/partners`).shuffle(pairs.map((_, i) => i))) {
    const { first, second } = pairs[index];
    if (!room(first) || !room(second)) continue;
    kept.add(index);
    for (const statement of [first, second]) partners.set(statement, (partners.get(statement) ?? 0) + 1);
  }
  return pairs.filter((_, index) => kept.has(index));
}

export const partnersStep = defineStep({
  name: 'partners',
  version: 1,
  options: z.object({ maxPartners: z.number(), seed: z.number() }),
  over: 'all',
  run: (shards: readonly Shard<Partners>[], options): Shard<Partners> => ({
    rows: packPairs(limitPartners(unpackPairs(shards.flatMap(({ rows }) => rows)), options)),
    dropped: [],
  }),
});
