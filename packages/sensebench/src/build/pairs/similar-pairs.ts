/** All pairs of unit vectors whose cosine is at least a threshold, exhaustive and exact (SituatedGen, section 4.3), tile by tile. */
import type { TileFinder, TilePlaces } from '@sensebench/metrics/internal/core';
import { wasmTiles } from './dot-products.ts';
import { reaches, type SettleOptions, type SimilarPair, settleSimilarities, writtenSimilarity } from './settle-similarities.ts';
import { gatherVectors, type VectorBlocks } from './vector-blocks.ts';

export interface SimilarPairsOptions extends SettleOptions {
  threshold: number;
  /** The matrix multiplication backend. It does not affect which pairs are found. */
  tiles?: TileFinder;
}

/** More than the rounding error of a product in single precision. Products this near to the threshold are computed again in double precision. */
const SLACK = 1e-4;
/** The number of vectors used for an estimate. */
const SAMPLE = 200;

export async function similarPairs(vectors: Float32Array, options: SimilarPairsOptions): Promise<SimilarPair[]> {
  const pairs = inOrder(await collectPairs(vectors, { ...options, whole: false }));
  for (const pair of pairs) pair.similarity = writtenSimilarity(pair.similarity);
  return pairs;
}

/** The same pairs with unrounded cosines, which distinguish the nearest of many. */
export async function measurePairs(vectors: Float32Array, options: SimilarPairsOptions): Promise<SimilarPair[]> {
  return collectPairs(vectors, { ...options, whole: true });
}

async function collectPairs(vectors: Float32Array, options: SimilarPairsOptions & { whole: boolean }): Promise<SimilarPair[]> {
  const pairs: SimilarPair[] = [];
  for await (const { firsts, seconds, similarities, count } of joinTiles(vectors, vectors, { ...options, same: true })) {
    for (let i = 0; i < count; i++) pairs.push({ first: firsts[i], second: seconds[i], similarity: similarities[i] });
  }
  await settleSimilarities(pairs, options);
  return pairs.filter(({ similarity }) => reaches(similarity, options.threshold));
}

export interface JoinTilesOptions extends Omit<SimilarPairsOptions, 'exact'> {
  /** Whether both lists are the same. Then each pair is returned once, with the earlier vector first. */
  same: boolean;
  /** Whether every similarity is computed in double precision, instead of only those near the threshold or a rounding boundary. */
  whole: boolean;
  /** Higher bounds of single vectors, which may rise during the search. A pair is returned if it reaches the bound of one of the two. */
  bounds?: { first: Float32Array; second: Float32Array };
}

/** Pairs of a tile: indexes in the two lists, and cosines. Only the first `count` are valid. */
export interface TilePairs {
  firsts: Int32Array;
  seconds: Int32Array;
  similarities: Float64Array;
  count: number;
}

/**
 * Near pairs of two lists of vectors, tile by tile in a fixed order: those whose cosine is at most 1e-4 below the threshold, and some others.
 * Only the pairs of one tile are in memory.
 */
export async function* joinTiles(
  first: Float32Array,
  second: Float32Array,
  { dimensions, threshold, same, whole, bounds, tiles = wasmTiles() }: JoinTilesOptions,
): AsyncGenerator<TilePairs> {
  const least = new Float32Array(tiles.size).fill(threshold - SLACK);
  /** The current bounds of the vectors from `from` to `to`. */
  const boundsOf = (list: Float32Array, from: number, to: number) => list.slice(from / dimensions, to / dimensions).map(lowered);
  const size = tiles.size * dimensions;
  const starts: { row: number; column: number }[] = [];
  for (let row = 0; row < first.length; row += size)
    for (let column = same ? row : 0; column < second.length; column += size) starts.push({ row, column });
  const find = (place: { row: number; column: number }) => {
    const [rows, columns] = [first.subarray(place.row, place.row + size), second.subarray(place.column, place.column + size)];
    if (!bounds) return tiles.find(rows, columns, { dimensions, least: least.subarray(0, rows.length / dimensions) });
    return tiles.find(rows, columns, {
      dimensions,
      least: boundsOf(bounds.first, place.row, place.row + rows.length),
      leastOfColumns: boundsOf(bounds.second, place.column, place.column + columns.length),
    });
  };
  for (const start of starts) {
    const found = await find(start);
    const pairs = pairsOf(found, { row: start.row / dimensions, column: start.column / dimensions, same });
    settleNearEdges(pairs, { first, second }, { dimensions, threshold, whole });
    yield pairs;
  }
}

/** Replaces products in single precision by cosines in double precision where needed. */
function settleNearEdges(
  { firsts, seconds, similarities, count }: TilePairs,
  { first, second }: { first: Float32Array; second: Float32Array },
  { dimensions, threshold, whole }: { dimensions: number; threshold: number; whole: boolean },
): void {
  const near: number[] = [];
  for (let i = 0; i < count; i++) if (whole || isNearEdge(similarities[i], threshold)) near.push(i);
  const places = { firsts: Int32Array.from(near, (i) => firsts[i]), seconds: Int32Array.from(near, (i) => seconds[i]) };
  const exact = cosines(first, second, places, { dimensions });
  for (let i = 0; i < near.length; i++) similarities[near[i]] = exact[i];
}

/** Similarities have two decimals. */
function isNearEdge(similarity: number, threshold: number): boolean {
  return Math.abs(similarity - threshold) <= SLACK || Math.abs(similarity - Math.round(similarity * 100) / 100) <= SLACK;
}

function lowered(bound: number): number {
  return bound - SLACK;
}

/** Converts indexes in a tile to rows of the two lists. Within one list, each pair is returned once. */
function pairsOf(
  { rows, columns, products }: TilePlaces,
  { row, column, same }: { row: number; column: number; same: boolean },
): TilePairs {
  const [firsts, seconds, similarities] = [new Int32Array(rows.length), new Int32Array(rows.length), new Float64Array(rows.length)];
  let count = 0;
  for (let place = 0; place < rows.length; place++) {
    const [first, second] = [row + rows[place], column + columns[place]];
    if (same && second <= first) continue;
    firsts[count] = first;
    seconds[count] = second;
    similarities[count++] = products[place];
  }
  return { firsts, seconds, similarities, count };
}

/** Returns pairs in the order of their vectors, with truncated similarities. */
export function writePairs(pairs: SimilarPair[]): SimilarPair[] {
  for (const pair of pairs) pair.similarity = writtenSimilarity(pair.similarity);
  return pairs.sort((a, b) => a.first - b.first || a.second - b.second);
}

/** Tiles come row by row, so that the pairs of each vector are in order and only need to be grouped. */
function inOrder(pairs: readonly SimilarPair[]): SimilarPair[] {
  const starts = new Int32Array(pairs.reduce((most, { first }) => Math.max(most, first), 0) + 2);
  for (const { first } of pairs) starts[first + 1]++;
  for (let i = 1; i < starts.length; i++) starts[i] += starts[i - 1];
  const sorted = new Array<SimilarPair>(pairs.length);
  for (const pair of pairs) sorted[starts[pair.first]++] = pair;
  return sorted;
}

/** Estimates the number of pairs that `similarPairs` would find, from those of a few evenly spaced vectors. */
export async function estimatePairs(
  vectors: VectorBlocks,
  { threshold, tiles = wasmTiles() }: Pick<SimilarPairsOptions, 'threshold' | 'tiles'>,
): Promise<number> {
  const { count, dimensions } = vectors;
  const asked = Array.from({ length: Math.min(count, SAMPLE) }, (_, i) => Math.floor((i * count) / Math.min(count, SAMPLE)));
  const sample = gatherVectors(vectors, asked);
  const least = new Float32Array(asked.length).fill(threshold);
  let found = 0;
  for (let start = 0; start < count; start += tiles.size) {
    const block = vectors.rows(start, Math.min(start + tiles.size, count));
    const { rows, columns } = await tiles.find(sample, block, { dimensions, least });
    for (const [i, row] of rows.entries()) if (asked[row] !== start + columns[i]) found++;
  }
  return asked.length === 0 ? 0 : Math.round((found * count) / asked.length / 2);
}

interface PairPlaces {
  /** Rows of the first and of the second list of vectors. */
  firsts: Int32Array;
  seconds: Int32Array;
}

/**
 * Cosines of many pairs of unit vectors in double precision, each summed in a fixed order, so that it is the same on every machine.
 * Four pairs are summed at a time, because each addition waits for the previous one of its sum.
 */
export function cosines(
  first: Float32Array,
  second: Float32Array,
  { firsts, seconds }: PairPlaces,
  { dimensions, count = firsts.length }: { dimensions: number; count?: number },
): Float64Array {
  const found = new Float64Array(count);
  // Beyond the last pair, the last one is computed again and discarded.
  const last = count - 1;
  for (let i = 0; i < count; i += 4) {
    const [i1, i2, i3] = [Math.min(i + 1, last), Math.min(i + 2, last), Math.min(i + 3, last)];
    const [a0, a1, a2, a3] = [firsts[i] * dimensions, firsts[i1] * dimensions, firsts[i2] * dimensions, firsts[i3] * dimensions];
    const [b0, b1, b2, b3] = [seconds[i] * dimensions, seconds[i1] * dimensions, seconds[i2] * dimensions, seconds[i3] * dimensions];
    let [sum0, sum1, sum2, sum3] = [0, 0, 0, 0];
    for (let d = 0; d < dimensions; d++) {
      sum0 += first[a0 + d] * second[b0 + d];
      sum1 += first[a1 + d] * second[b1 + d];
      sum2 += first[a2 + d] * second[b2 + d];
      sum3 += first[a3 + d] * second[b3 + d];
    }
    found[i3] = sum3;
    found[i2] = sum2;
    found[i1] = sum1;
    found[i] = sum0;
  }
  return found;
}
