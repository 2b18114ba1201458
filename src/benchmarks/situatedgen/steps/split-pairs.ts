/** Dataset splitting (SituatedGen, section 4.4): whole communities go to one split, pairs between communities are cut. */
import { z } from 'zod';
import { createRandom, defineStep, type LedgerRow, type Shard } from '../../../core/index.ts';
import type { Statement } from '../../../statements/index.ts';
import { plainWords } from '../plain-words.ts';
import { type Communities, findCommunities } from './find-communities.ts';
import { type Partners, unpackPairs } from './mine-pairs.ts';

export const SPLITS = ['train', 'dev', 'test'] as const;
export type Split = (typeof SPLITS)[number];

export interface SplitPairsOptions {
  /** The wished shares of train, dev and test. */
  ratios: readonly [number, number, number];
  seed: number;
}

export interface PairEnds {
  ids: [string, string];
  /** Equal for statements that must stay together though their ids differ: the same text read twice. */
  nodes: [string, string];
}

export interface SplitResult {
  /** The split of each pair, null for a pair that was cut. */
  splits: (Split | null)[];
  dropped: LedgerRow[];
  communities: { count: number; edges: number[]; nodes: number[]; splits: Split[]; crossing: number; modularity: number | null };
  wished: Record<Split, number>;
  /** null when there is no pair at all. */
  achieved: Record<Split, number> | null;
}

export function splitPairs(pairs: readonly PairEnds[], { ratios, seed }: SplitPairsOptions): SplitResult {
  const communities = findCommunities(
    pairs.map(({ nodes }) => nodes),
    { seed },
  );
  const dealt = deal(communities, ratios, seed);
  const community = (node: string) => communities.of.get(node) ?? -1;
  const splits = pairs.map(({ nodes: [first, second] }) => (community(first) === community(second) ? dealt[community(first)] : null));
  const sizes = SPLITS.map((split) => splits.filter((other) => other === split).length);
  const kept = sizes.reduce((sum, size) => sum + size, 0);
  const total = ratios[0] + ratios[1] + ratios[2];
  const record = (values: readonly number[]) => ({ train: values[0], dev: values[1], test: values[2] });
  return {
    splits,
    dropped: cutRows(pairs, splits),
    communities: {
      count: communities.edges.length,
      edges: communities.edges,
      nodes: communities.nodes,
      splits: dealt,
      crossing: communities.crossing,
      modularity: communities.modularity,
    },
    wished: record(ratios.map((ratio) => ratio / total)),
    achieved: kept > 0 ? record(sizes.map((size) => size / kept)) : null,
  };
}

/**
 * Larger communities first, each to the split that is furthest below its wish; equal ones in random order, as the paper deals them. The last ones
 * go to splits that are still empty, so that none stays so while there are communities for all.
 */
function deal(communities: Communities, ratios: readonly [number, number, number], seed: number): Split[] {
  const total = communities.edges.reduce((sum, edges) => sum + edges, 0);
  const wish = ratios.reduce((sum, ratio) => sum + ratio, 0);
  const room = ratios.map((ratio) => (total * ratio) / wish);
  const empty = new Set([0, 1, 2].filter((split) => ratios[split] > 0));
  const dealt: Split[] = [];
  const order = createRandom(`${seed}/deal`)
    .shuffle(communities.edges.map((_, index) => index))
    .sort((a, b) => communities.edges[b] - communities.edges[a]);
  let left = communities.edges.filter((edges) => edges > 0).length;
  for (const index of order) {
    const open = left > 0 && left <= empty.size ? [...empty] : [0, 1, 2].filter((split) => ratios[split] > 0);
    const best = open.reduce((most, split) => (room[split] > room[most] ? split : most));
    room[best] -= communities.edges[index];
    empty.delete(best);
    left--;
    dealt[index] = SPLITS[best];
  }
  return dealt;
}

/** One row for each cut pair, and one for each statement that lost its last pair by it. */
function cutRows(pairs: readonly PairEnds[], splits: readonly (Split | null)[]): LedgerRow[] {
  const rows: LedgerRow[] = [];
  const left = new Set<string>();
  const kept = new Set<string>();
  pairs.forEach(({ ids }, i) => {
    for (const id of ids) (splits[i] === null ? left : kept).add(id);
    if (splits[i] === null) rows.push({ step: 'split', rule: 'between two communities', ids });
  });
  for (const id of left) if (!kept.has(id)) rows.push({ step: 'split', rule: 'all its pairs were cut', ids: [id] });
  return rows;
}

/** Reads the statements and their partners. Rows are the splits of the pairs; `facts` is the rest of the result. */
export const splitStep = defineStep({
  name: 'split',
  version: 2,
  options: z.object({ ratios: z.tuple([z.number(), z.number(), z.number()]), seed: z.number() }),
  over: 'all',
  run(shards: readonly Shard<Statement | Partners>[], options): Shard<Split | null> {
    const rows = shards.flatMap((shard) => shard.rows);
    const statements = rows.filter((row) => 'id' in row);
    const nodes = statements.map(({ text }) => plainWords(text).trim());
    const pairs = unpackPairs(rows.filter((row) => 'second' in row)).map(
      ({ first, second }): PairEnds => ({ ids: [statements[first].id, statements[second].id], nodes: [nodes[first], nodes[second]] }),
    );
    const { splits, dropped, communities, wished, achieved } = splitPairs(pairs, options);
    return { rows: splits, dropped, facts: { communities, wished, achieved } };
  },
});
