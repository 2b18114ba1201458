/** Joins any number of vectors with themselves: each block of rows with each later block, so that only two blocks are in memory. */
import type { TileFinder } from '@sensebench/metrics/internal/core';
import { joinTiles, type TilePairs } from './similar-pairs.ts';
import { BLOCK_ROWS, type VectorBlocks } from './vector-blocks.ts';

export interface JoinBlocksOptions {
  threshold: number;
  /** Whether every similarity is computed in double precision, instead of only those near the threshold or a rounding boundary. */
  whole: boolean;
  tiles?: TileFinder;
  /** The number of vectors per block. */
  size?: number;
  /** The number of vectors to join. Default: all. */
  count?: number;
  /** Joins only blocks of rows that begin before this index. */
  until?: number;
  /** A higher bound per vector, which may rise during the join. Pairs below the bounds of both vectors may be left out. */
  bounds?: Float32Array;
  signal?: AbortSignal;
  /** Receives the finished share of the work. */
  progress?(share: number): void;
}

/** The near pairs of a tile of two blocks, with the earlier vector first: those whose cosine is at most 1e-4 below the threshold, and some others. */
export interface BlockPairs extends TilePairs {
  /** The first vectors of the two blocks. When the next block of rows begins, the pairs of the previous one are complete. */
  row: number;
  column: number;
}

export async function* joinBlocks(
  vectors: VectorBlocks,
  { threshold, whole, tiles, size = BLOCK_ROWS, count = vectors.count, until = count, bounds, signal, progress }: JoinBlocksOptions,
): AsyncGenerator<BlockPairs> {
  const { dimensions } = vectors;
  const blocks = Math.ceil(count / size);
  const load = (start: number) => vectors.rows(start, Math.min(start + size, count));
  let done = 0;
  for (let row = 0; row < until; row += size) {
    const rows = load(row);
    for (let column = row; column < count; column += size) {
      const same = column === row;
      const columns = same ? rows : load(column);
      const own = bounds && { first: bounds.subarray(row, row + size), second: bounds.subarray(column, column + size) };
      for await (const tile of joinTiles(rows, columns, { dimensions, threshold, whole, tiles, same, bounds: own })) {
        signal?.throwIfAborted();
        for (let i = 0; i < tile.count; i++) {
          tile.firsts[i] += row;
          tile.seconds[i] += column;
        }
        yield { row, column, ...tile };
      }
      done += same ? 1 : 2;
      progress?.(done / blocks ** 2);
    }
  }
}
