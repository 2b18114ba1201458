/** The join of statements (SituatedGen, section 4.3): blocks of vectors against each other, pair rules and the limit of partners inside. */

import type { ShardReader, TileFinder } from '@sensebench/metrics/internal/core';
import {
  BLOCK_ROWS,
  createBestPartners,
  estimatePairs,
  joinBlocks,
  mayReach,
  paraphraseMining,
  reaches,
  type SettleOptions,
  type SimilarPair,
  settleSimilarities,
  type TilePairs,
  TOP_K,
  type VectorBlocks,
  writtenSimilarity,
} from '../../../build/pairs/index.ts';
import { readRowsBetween } from '../../../build/steps/index.ts';
import type { Context, Statement } from '../../../statements/index.ts';
import { pairContext } from '../contexts.ts';
import { MOST_PAIRS, refuseMore } from './foresee-pairs.ts';
import { judgePair, type PairRulesOptions, type PreparedStatement, prepareStatement } from './pair-rules.ts';
import { createPairTable, type MinedPair } from './pair-table.ts';

/** A pair that `paraphrase_mining` does not return. */
export const BEYOND_NEAREST = `neither is among the ${TOP_K} nearest of the other`;

/** All partners of a statement have better ones. */
export const BETTER_PARTNERS = 'its partners have better ones';

export interface JoinOptions extends PairRulesOptions {
  threshold: number;
  mining: 'exhaustive' | 'paraphrase-mining';
  bestPartners?: number;
  /** Statements; vectors after theirs are the crowd's. */
  count: number;
  exact?: SettleOptions['exact'];
  tiles?: TileFinder;
  /** Told of similar pairs that a rule refuses, in any order: of each, but with `bestPartners` of those that are not far from the best. */
  refuse(pair: SimilarPair, verdict: { rule: string; value?: string }): void;
  /** Called with the share of the join that is done. */
  progress(share: number): void;
  signal: AbortSignal;
}

type Pairs = AsyncGenerator<MinedPair>;

const BETTER = { rule: BETTER_PARTNERS };

/** Pairs that are measured and judged together. */
const BATCH = 1 << 17;

/** The pairs that reach the threshold and keep the rules, in the order of their statements. Whole cosines decide, written ones are given. */
export async function* joinStatements(statements: ShardReader<Statement>, vectors: VectorBlocks, options: JoinOptions): Pairs {
  if (options.bestPartners !== undefined) yield* joinBest(statements, vectors, { ...options, bestPartners: options.bestPartners });
  else {
    // Statements made from a few templates are nearly all alike: refused before the search.
    if (vectors.count ** 2 / 2 > MOST_PAIRS)
      refuseMore(await estimatePairs(vectors, options), { statements: vectors.count, most: MOST_PAIRS });
    yield* options.mining === 'exhaustive' ? joinAll(statements, vectors, options) : joinParaphrases(statements, vectors, options);
  }
}

/** Every pair. Those of one block of statements wait until all are found. */
async function* joinAll(statements: ShardReader<Statement>, vectors: VectorBlocks, options: JoinOptions): Pairs {
  const { threshold, exact, refuse } = options;
  let found = createPairTable();
  let block = 0;
  const blocks = preparedBlocks(statements, options);
  for await (const { row, column, ...tile } of joinBlocks(vectors, { ...options, whole: false })) {
    if (row !== block) {
      found.sort();
      yield* found;
      found = createPairTable();
      block = row;
    }
    const judge = await blocks(row, column);
    const pairs = Array.from({ length: tile.count }, (_, i) => pairOf(tile, i));
    await settleSimilarities(pairs, { dimensions: vectors.dimensions, threshold, exact });
    for (const pair of pairs) {
      if (!reaches(pair.similarity, threshold)) continue;
      const written = { ...pair, similarity: writtenSimilarity(pair.similarity) };
      const verdict = judge(pair);
      if ('rule' in verdict) refuse(written, verdict);
      else found.add({ ...written, context: verdict.context });
    }
  }
  found.sort();
  yield* found;
}

/** Pairs that are among the best of both their statements: the memory does not depend on how many are similar. */
async function* joinBest(
  statements: ShardReader<Statement>,
  vectors: VectorBlocks,
  { bestPartners, ...options }: JoinOptions & { bestPartners: number },
): Pairs {
  const { threshold, exact, refuse, count } = options;
  const best = createBestPartners(count, bestPartners, { least: threshold });
  const contexts: (Context | null)[] = new Array(count).fill(null);
  const blocks = preparedBlocks(statements, options, (place, { context }) => {
    contexts[place] = context;
  });
  for await (const { row, column, ...tile } of joinBlocks(vectors, { ...options, whole: true, bounds: best.bounds })) {
    const judge = await blocks(row, column);
    for (let i = 0; i < tile.count; i++) {
      const pair = pairOf(tile, i);
      const { first, second, similarity } = pair;
      if (!mayReach(similarity, threshold) || !best.takes(first, second, similarity)) continue;
      const verdict = judge(pair);
      if ('rule' in verdict) refuse({ first, second, similarity: writtenSimilarity(similarity) }, verdict);
      else {
        best.add(first, second, similarity);
        refuse({ first, second, similarity: 2 }, BETTER);
      }
    }
  }
  // Measured exactly where it matters: among those that are kept.
  for (const pairs of batches(best.pairs())) {
    await settleSimilarities(pairs, { dimensions: vectors.dimensions, threshold, exact });
    for (const { first, second, similarity } of pairs) {
      if (!reaches(similarity, threshold)) continue;
      yield { first, second, similarity: writtenSimilarity(similarity), context: pairContext(contexts[first], contexts[second]) };
    }
  }
}

/** As in the paper, for few statements: all vectors and similar pairs are in memory. */
async function* joinParaphrases(statements: ShardReader<Statement>, vectors: VectorBlocks, options: JoinOptions): Pairs {
  const { threshold, exact, tiles, refuse, count } = options;
  const prepared = await prepareBlock(statements, 0, count, options);
  const near = { dimensions: vectors.dimensions, threshold, exact, tiles };
  const { pairs, beyond } = await paraphraseMining(vectors.rows(0, vectors.count), near);
  for (const pair of beyond) {
    if (pair.second >= count) continue;
    const verdict = judgePair(prepared[pair.first], prepared[pair.second], options);
    refuse(pair, 'rule' in verdict ? verdict : { rule: BEYOND_NEAREST });
  }
  for (const pair of pairs) {
    if (pair.second >= count) continue;
    const verdict = judgePair(prepared[pair.first], prepared[pair.second], options);
    if ('rule' in verdict) refuse(pair, verdict);
    else yield { ...pair, context: verdict.context };
  }
}

type Judge = (pair: SimilarPair) => ReturnType<typeof judgePair>;

/** Judges of the pairs of two blocks: only their statements are in memory. `see` is told of each statement once. */
function preparedBlocks(
  statements: ShardReader<Statement>,
  options: JoinOptions,
  see: (place: number, statement: PreparedStatement) => void = () => undefined,
): (row: number, column: number) => Promise<Judge> {
  const kept = new Map<number, PreparedStatement[]>();
  const load = async (start: number, others: number): Promise<PreparedStatement[]> => {
    const known = kept.get(start);
    if (known) return known;
    for (const block of kept.keys()) if (block !== others) kept.delete(block);
    const block = await prepareBlock(statements, start, Math.min(start + BLOCK_ROWS, options.count), options);
    kept.set(start, block);
    return block;
  };
  return async (row, column) => {
    const rows = await load(row, column);
    if (row === column) for (const [i, statement] of rows.entries()) see(row + i, statement);
    const columns = await load(column, row);
    return ({ first, second }) => judgePair(rows[first - row], columns[second - column], options);
  };
}

async function prepareBlock(
  statements: ShardReader<Statement>,
  from: number,
  to: number,
  { sharedEntities }: PairRulesOptions,
): Promise<PreparedStatement[]> {
  return (await readRowsBetween(statements, from, to)).map((statement) => prepareStatement(statement, { sharedEntities }));
}

function pairOf({ firsts, seconds, similarities }: TilePairs, place: number): SimilarPair {
  return { first: firsts[place], second: seconds[place], similarity: similarities[place] };
}

function* batches(pairs: Iterable<SimilarPair>): Generator<SimilarPair[]> {
  let batch: SimilarPair[] = [];
  for (const pair of pairs) {
    if (batch.push(pair) < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
