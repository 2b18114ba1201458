/** All pairs of unit vectors whose cosine is at least a threshold, exhaustive and exact (SituatedGen, section 4.3), tile by tile. */
import type { TileFinder } from '../../core/index.ts';
import { cosine, reaches, type SettleOptions, type SimilarPair, settleSimilarities, writtenSimilarity } from './settle-similarities.ts';
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
  return writePairs(await measurePairs(vectors, options));
}

/** The same pairs with their whole cosines, which tell the nearest of many. */
export async function measurePairs(vectors: Float32Array, options: SimilarPairsOptions): Promise<SimilarPair[]> {
  const pairs: SimilarPair[] = [];
  for await (const found of joinTiles(vectors, vectors, { ...options, same: true })) for (const pair of found) pairs.push(pair);
  await settleSimilarities(pairs, options);
  return pairs.filter(({ similarity }) => reaches(similarity, options.threshold));
}

/**
 * Near pairs of two lists of vectors, tile by tile in one order: those whose cosine in double precision is at least 1e-4 below the threshold.
 * `same`: both lists are the same one, and each pair is given once, the earlier vector first. Memory is that of the pairs of two tiles.
 */
export async function* joinTiles(
  first: Float32Array,
  second: Float32Array,
  { dimensions, threshold, same, tiles = wasmTiles() }: Omit<SimilarPairsOptions, 'exact'> & { same: boolean },
): AsyncGenerator<SimilarPair[]> {
  const least = new Float32Array(tiles.size).fill(threshold - SLACK);
  const size = tiles.size * dimensions;
  const starts: { row: number; column: number }[] = [];
  for (let row = 0; row < first.length; row += size)
    for (let column = same ? row : 0; column < second.length; column += size) starts.push({ row, column });
  const find = (place: { row: number; column: number }) => {
    const [rows, columns] = [first.subarray(place.row, place.row + size), second.subarray(place.column, place.column + size)];
    return tiles.find(rows, columns, { dimensions, least: least.subarray(0, rows.length / dimensions) });
  };
  // The engine multiplies the next tile while this one is measured.
  let next = starts.length > 0 ? find(starts[0]) : undefined;
  for (const [i, start] of starts.entries()) {
    const found = await next;
    next = i + 1 < starts.length ? find(starts[i + 1]) : undefined;
    // An error of the next tile is thrown when it is waited for, not when it happens.
    next?.catch(() => undefined);
    const [row, column] = [start.row / dimensions, start.column / dimensions];
    const pairs: SimilarPair[] = [];
    for (let place = 0; found && place < found.rows.length; place++) {
      const pair = { first: row + found.rows[place], second: column + found.columns[place], similarity: 0 };
      if (same && pair.second <= pair.first) continue;
      pair.similarity = cosine(first, pair.first, pair.second, dimensions, second);
      if (pair.similarity >= threshold - SLACK) pairs.push(pair);
    }
    yield pairs;
  }
}

/** In the order of their vectors, with similarities as they are written. */
export function writePairs(pairs: SimilarPair[]): SimilarPair[] {
  for (const pair of pairs) pair.similarity = writtenSimilarity(pair.similarity);
  return pairs.sort((a, b) => a.first - b.first || a.second - b.second);
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
