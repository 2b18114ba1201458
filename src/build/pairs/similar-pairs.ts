/** All pairs of unit vectors whose cosine is at least a threshold, exhaustive and exact (SituatedGen, section 4.3), tile by tile. */
import type { TileFinder, TilePlaces } from '../../core/index.ts';
import { cosines } from './cosines.ts';
import { reaches, type SettleOptions, type SimilarPair, settleSimilarities, writtenSimilarity } from './settle-similarities.ts';
import { gatherVectors, type VectorBlocks } from './vector-blocks.ts';
import { wasmTiles } from './wasm-tiles.ts';

export interface SimilarPairsOptions extends SettleOptions {
  threshold: number;
  /** What multiplies; the pairs do not depend on it. */
  tiles?: TileFinder;
}

/** More than the rounding of a product in single precision: what comes this near to the threshold is measured again in double precision. */
const SLACK = 1e-4;
/** Vectors that an estimate looks at. */
const SAMPLE = 200;

export async function similarPairs(vectors: Float32Array, options: SimilarPairsOptions): Promise<SimilarPair[]> {
  const pairs = inOrder(await measurePairs(vectors, options));
  for (const pair of pairs) pair.similarity = writtenSimilarity(pair.similarity);
  return pairs;
}

/** The same pairs with their whole cosines, which tell the nearest of many. */
export async function measurePairs(vectors: Float32Array, options: SimilarPairsOptions): Promise<SimilarPair[]> {
  const pairs: SimilarPair[] = [];
  for await (const { firsts, seconds, similarities, count } of joinTiles(vectors, vectors, { ...options, same: true })) {
    for (let i = 0; i < count; i++) pairs.push({ first: firsts[i], second: seconds[i], similarity: similarities[i] });
  }
  await settleSimilarities(pairs, options);
  return pairs.filter(({ similarity }) => reaches(similarity, options.threshold));
}

export interface JoinTilesOptions extends Omit<SimilarPairsOptions, 'exact'> {
  /** Both lists are the same one: each pair is given once, the earlier vector first. */
  same: boolean;
  /** Higher bounds of single vectors, which may rise meanwhile. A pair is given if it reaches the bound of one of the two. */
  bounds?: { first: Float32Array; second: Float32Array };
}

/** Pairs of a tile: places in the two lists, and cosines in double precision. The first `count` are there. */
export interface TilePairs {
  firsts: Int32Array;
  seconds: Int32Array;
  similarities: Float64Array;
  count: number;
}

/**
 * Near pairs of two lists of vectors, tile by tile in one order: those whose cosine is at least 1e-4 below the threshold, and some below it.
 * Memory is that of the pairs of two tiles.
 */
export async function* joinTiles(
  first: Float32Array,
  second: Float32Array,
  { dimensions, threshold, same, bounds, tiles = wasmTiles() }: JoinTilesOptions,
): AsyncGenerator<TilePairs> {
  const least = new Float32Array(tiles.size).fill(threshold - SLACK);
  /** Those of the vectors at these places in their list, as they are now. */
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
  // The engine multiplies the next tile while this one is measured.
  let next = starts.length > 0 ? find(starts[0]) : undefined;
  for (const [i, start] of starts.entries()) {
    const found = await next;
    next = i + 1 < starts.length ? find(starts[i + 1]) : undefined;
    // An error of the next tile is thrown when it is waited for, not when it happens.
    next?.catch(() => undefined);
    const [row, column] = [start.row / dimensions, start.column / dimensions];
    if (!found) continue;
    const { firsts, seconds, count } = placesOf(found, { row, column, same });
    yield { firsts, seconds, count, similarities: cosines(first, second, { firsts, seconds }, { dimensions, count }) };
  }
}

function lowered(bound: number): number {
  return bound - SLACK;
}

/** The places of a tile as rows of the two lists; of one list each pair once. */
function placesOf({ rows, columns }: TilePlaces, { row, column, same }: { row: number; column: number; same: boolean }) {
  const [firsts, seconds] = [new Int32Array(rows.length), new Int32Array(rows.length)];
  let count = 0;
  for (let place = 0; place < rows.length; place++) {
    const [first, second] = [row + rows[place], column + columns[place]];
    if (same && second <= first) continue;
    firsts[count] = first;
    seconds[count++] = second;
  }
  return { firsts, seconds, count };
}

/** In the order of their vectors, with similarities as they are written. */
export function writePairs(pairs: SimilarPair[]): SimilarPair[] {
  for (const pair of pairs) pair.similarity = writtenSimilarity(pair.similarity);
  return pairs.sort((a, b) => a.first - b.first || a.second - b.second);
}

/** Tiles come row by row of tiles, so that the pairs of one vector are in order: it is enough to bring those of each vector together. */
function inOrder(pairs: readonly SimilarPair[]): SimilarPair[] {
  const starts = new Int32Array(pairs.reduce((most, { first }) => Math.max(most, first), 0) + 2);
  for (const { first } of pairs) starts[first + 1]++;
  for (let i = 1; i < starts.length; i++) starts[i] += starts[i - 1];
  const sorted = new Array<SimilarPair>(pairs.length);
  for (const pair of pairs) sorted[starts[pair.first]++] = pair;
  return sorted;
}

/** About how many pairs `similarPairs` would find: those of a few vectors, spread evenly over all, are counted. */
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
