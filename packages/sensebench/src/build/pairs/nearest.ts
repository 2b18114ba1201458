/** Finds the most similar other vector of given vectors, exactly and tile by tile. */
import type { TileFinder } from '@sensebench/metrics/internal/core';
import { wasmTiles } from './dot-products.ts';
import { cosine, type SettleOptions, type SimilarPair, settleSimilarities, writtenSimilarity } from './settle-similarities.ts';
import { BLOCK_ROWS, gatherVectors, type VectorBlocks } from './vector-blocks.ts';

/** Vectors with a product this near to the best one may be the nearest. */
const NEAR_BEST = 2e-5;
/** Below any cosine. */
const NOTHING = -2;

export interface NearestOptions extends Omit<SettleOptions, 'dimensions'> {
  of: readonly number[];
  tiles?: TileFinder;
}

/** The number of tiles that are compared with a block of vectors while it is in memory. */
const TILES_AT_ONCE = 16;

/** −1 without another vector. */
export async function nearest(
  vectors: VectorBlocks,
  { of, tiles = wasmTiles(), ...options }: NearestOptions,
): Promise<{ index: number; similarity: number }[]> {
  const found: { index: number; similarity: number }[] = [];
  const size = TILES_AT_ONCE * tiles.size;
  for (let from = 0; from < of.length; from += size) {
    const groups = await nearestOf(vectors, of.slice(from, from + size), tiles);
    await settleSimilarities(groups.flat(), { ...options, dimensions: vectors.dimensions });
    for (const group of groups) found.push(bestOf(group));
  }
  return found;
}

function bestOf(group: readonly SimilarPair[]): { index: number; similarity: number } {
  if (group.length === 0) return { index: -1, similarity: 0 };
  const { second, similarity } = group.reduce((best, pair) => (pair.similarity > best.similarity ? pair : best));
  return { index: second, similarity: writtenSimilarity(similarity) };
}

/** Rows that are searched together, with the best product found for each so far. */
interface Asked {
  of: readonly number[];
  rows: Float32Array;
  /** The tiles that contain one of them. */
  own: ReadonlySet<number>;
  least: Float32Array;
  groups: SimilarPair[][];
}

/** For each vector, the others that may be nearest, in order. */
async function nearestOf(vectors: VectorBlocks, of: readonly number[], tiles: TileFinder): Promise<SimilarPair[][]> {
  const asked: Asked[] = [];
  for (let from = 0; from < of.length; from += tiles.size) {
    const some = of.slice(from, from + tiles.size);
    asked.push({
      of: some,
      rows: gatherVectors(vectors, some),
      own: new Set(some.map((row) => Math.floor(row / tiles.size))),
      least: new Float32Array(some.length).fill(NOTHING),
      groups: some.map(() => []),
    });
  }
  const blockRows = Math.max(1, Math.floor(BLOCK_ROWS / tiles.size)) * tiles.size;
  for (let block = 0; block < vectors.count; block += blockRows) {
    const rows = vectors.rows(block, Math.min(block + blockRows, vectors.count));
    for (let at = 0; at < rows.length; at += tiles.size * vectors.dimensions) {
      const start = block + at / vectors.dimensions;
      const tile = rows.subarray(at, at + tiles.size * vectors.dimensions);
      for (const some of asked)
        if (!some.own.has(start / tiles.size)) await askTile(some, { tile, start, best: NEAR_BEST }, vectors, tiles);
    }
  }
  // Every vector is nearest to itself, so tiles that contain it come last, when it cannot hide others any more.
  for (const some of asked) {
    for (const place of [...some.own].sort((a, b) => a - b)) {
      const start = place * tiles.size;
      await askTile(some, { tile: vectors.rows(start, Math.min(start + tiles.size, vectors.count)), start }, vectors, tiles);
    }
  }
  return asked.flatMap(({ groups, least }) =>
    groups.map((group, row) => group.filter(({ similarity }) => similarity >= least[row]).sort((a, b) => a.second - b.second)),
  );
}

async function askTile(
  { of, rows, least, groups }: Asked,
  { tile, start, best }: { tile: Float32Array; start: number; best?: number },
  { dimensions }: VectorBlocks,
  tiles: TileFinder,
): Promise<void> {
  const found = await tiles.find(rows, tile, { dimensions, least, ...(best === undefined ? {} : { best }) });
  for (const [i, row] of found.rows.entries()) {
    const column = found.columns[i];
    const pair = { first: of[row], second: start + column, similarity: 0 };
    if (pair.second === pair.first) continue;
    pair.similarity = cosine(rows, row, column, dimensions, tile);
    // Candidates far below the current best cannot become the nearest again.
    if (pair.similarity < least[row]) continue;
    groups[row].push(pair);
    least[row] = Math.max(least[row], pair.similarity - NEAR_BEST);
  }
}
