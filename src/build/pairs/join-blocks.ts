/** The join of vectors of any number with themselves: a block of rows against each later block, so that two blocks are in memory. */
import type { TileFinder } from '../../core/index.ts';
import type { SimilarPair } from './settle-similarities.ts';
import { joinTiles } from './similar-pairs.ts';
import { BLOCK_ROWS, type VectorBlocks } from './vector-blocks.ts';

export interface JoinBlocksOptions {
  threshold: number;
  tiles?: TileFinder;
  /** Vectors of a block. */
  size?: number;
  /** Vectors that are joined; default: all. */
  count?: number;
  /** Only blocks of rows that begin before it. */
  until?: number;
  signal?: AbortSignal;
  /** Told the share of the work that is done. */
  progress?(share: number): void;
}

/** Some near pairs of two blocks. */
export interface BlockPairs {
  /** First vectors of the two blocks; with the next block of rows all pairs of the one before have come. */
  row: number;
  column: number;
  /** Those whose cosine is at most 1e-4 below the threshold, the earlier vector first. */
  pairs: SimilarPair[];
}

/** Pairs that are handed over together, about. */
const BATCH = 1 << 17;

export async function* joinBlocks(
  vectors: VectorBlocks,
  { threshold, tiles, size = BLOCK_ROWS, count = vectors.count, until = count, signal, progress }: JoinBlocksOptions,
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
      let pairs: SimilarPair[] = [];
      for await (const tile of joinTiles(rows, columns, { dimensions, threshold, tiles, same })) {
        signal?.throwIfAborted();
        for (const { first, second, similarity } of tile) pairs.push({ first: first + row, second: second + column, similarity });
        if (pairs.length < BATCH) continue;
        yield { row, column, pairs };
        pairs = [];
      }
      yield { row, column, pairs };
      done += same ? 1 : 2;
      progress?.(done / blocks ** 2);
    }
  }
}
