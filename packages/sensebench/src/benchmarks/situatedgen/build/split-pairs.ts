/** Divides pairs into splits (SituatedGen, section 4.4): whole communities go to one split, and pairs between communities are cut. */

import { createRandom, defineStreamStep, type LedgerRow, type ShardReaders } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { countRows, inShards, readRows, type StreamedResult } from '../../../build/steps/index.ts';
import { createRowFile, createTextNumbers } from '../../../files/index.ts';
import type { Statement } from '../../../statements/index.ts';
import { plainWords } from '../plain-words.ts';
import { type Communities, type FindCommunitiesOptions, findCommunities } from './find-communities.ts';
import type { Edges } from './number-graph.ts';
import { collectPairs, type Partners } from './pair-table.ts';

export const SPLITS = ['train', 'dev', 'test'] as const;
export type Split = (typeof SPLITS)[number];

export interface SplitPairsOptions {
  /** The desired shares of train, dev and test. */
  ratios: readonly [number, number, number];
  seed: number;
}

export interface SplitResult {
  /** The split of each pair as its index in SPLITS plus one; 0 for pairs that were cut. */
  splits: Uint8Array;
  communities: { count: number; edges: number[]; nodes: number[]; splits: Split[]; crossing: number; modularity: number | null };
  wished: Record<Split, number>;
  /** Null without any pair. */
  achieved: Record<Split, number> | null;
}

/** Pairs are edges between nodes. Statements with the same text are one node, because they must stay together. */
export function splitPairs(
  pairs: Edges,
  { ratios, seed, nameOf }: SplitPairsOptions & Pick<FindCommunitiesOptions, 'nameOf'>,
): SplitResult {
  const communities = findCommunities(pairs, { seed, nameOf });
  const dealt = deal(communities, ratios, seed);
  const splits = new Uint8Array(pairs.length);
  const sizes = [0, 0, 0];
  for (let pair = 0; pair < pairs.length; pair++) {
    const [first, second] = [communities.of[pairs.first(pair)], communities.of[pairs.second(pair)]];
    if (first !== second || first < 0) continue;
    const split = SPLITS.indexOf(dealt[first]);
    splits[pair] = split + 1;
    sizes[split]++;
  }
  const kept = sizes.reduce((sum, size) => sum + size, 0);
  const total = ratios[0] + ratios[1] + ratios[2];
  const record = (values: readonly number[]) => ({ train: values[0], dev: values[1], test: values[2] });
  return {
    splits,
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
 * Assigns larger communities first, each to the split that is furthest below its desired share, and equal ones in random order, as in the paper. The last ones
 * go to splits that are still empty, so that no split stays empty if there are enough communities.
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

/** One ledger row per cut pair, and one per statement that lost its last pair. */
export function* cutRows(pairs: Edges, splits: Uint8Array, idOf: (statement: number) => string): Generator<LedgerRow> {
  const left = new Set<number>();
  const kept = new Set<number>();
  for (let pair = 0; pair < pairs.length; pair++) {
    const ends = [pairs.first(pair), pairs.second(pair)];
    for (const statement of ends) (splits[pair] === 0 ? left : kept).add(statement);
    if (splits[pair] === 0) yield { step: 'split', rule: 'between two communities', ids: ends.map(idOf) };
  }
  for (const statement of left) if (!kept.has(statement)) yield { step: 'split', rule: 'all its pairs were cut', ids: [idOf(statement)] };
}

interface SplitInput {
  statements: Statement;
  pairs: Partners;
}

/** Rows are the splits of the pairs; `facts` is the rest of the result. */
export const splitStep = defineStreamStep({
  name: 'split',
  version: 3,
  options: z.object({ ratios: z.tuple([z.number(), z.number(), z.number()]), seed: z.number() }),
  over: 'stream',
  run: (input: ShardReaders<SplitInput>, options: SplitPairsOptions) => inShards(splitStatements(input, options)),
});

async function* splitStatements(
  { statements, pairs: partners }: ShardReaders<SplitInput>,
  options: SplitPairsOptions,
): AsyncGenerator<StreamedResult<Split | null>> {
  const nodes = createTextNumbers();
  const all = createRowFile<{ id: string; node: string }>();
  const nodeOf = new Int32Array(countRows(statements));
  /** One statement per node. */
  const statementOf = new Int32Array(nodeOf.length);
  try {
    for await (const { id, text } of readRows(statements)) {
      const node = plainWords(text).trim();
      const number = nodes.add(node);
      nodeOf[all.length] = number;
      statementOf[number] = all.length;
      all.add({ id, node });
    }
    const pairs = await collectPairs(readRows(partners));
    const edges = {
      length: pairs.length,
      first: (pair: number) => nodeOf[pairs.first(pair)],
      second: (pair: number) => nodeOf[pairs.second(pair)],
    };
    const nameOf = (node: number) => all.get(statementOf[node]).node;
    const { splits, ...facts } = splitPairs(edges, { ...options, nameOf });
    for (const split of splits) yield { row: SPLITS[split - 1] ?? null };
    for (const drop of cutRows(pairs, splits, (statement) => all.get(statement).id)) yield { drop };
    yield { facts };
  } finally {
    all.close();
  }
}
