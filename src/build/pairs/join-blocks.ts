/** The join of vectors of any number with themselves: a block of rows against each later block, so that two blocks are in memory. */
import type { TileFinder } from '../../core/index.ts';
import { joinTiles, type TilePairs } from './similar-pairs.ts';
import { BLOCK_ROWS, type VectorBlocks } from './vector-blocks.ts';

export interface JoinBlocksOptions {
  threshold: number;
  /** Every similarity in double precision; else only where it is near the threshold or would be written otherwise. */
  whole: boolean;
  tiles?: TileFinder;
  /** Vectors of a block. */
  size?: number;
  /** Vectors that are joined; default: all. */
  count?: number;
  /** Only blocks of rows that begin before it. */
  until?: number;
  /** A higher bound for each vector, which may rise meanwhile: pairs below the bounds of both their vectors may be left out. */
  bounds?: Float32Array;
  signal?: AbortSignal;
  /** Called with the share of the work that is done. */
  progress?(share: number): void;
}

/** The near pairs of a tile of two blocks: those whose cosine is at most 1e-4 below the threshold, and some below it; the earlier vector first. */
export interface BlockPairs extends TilePairs {
  /** First vectors of the two blocks; with the next block of rows all pairs of the one before have come. */
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
