/** Any number of vectors, of which one block at a time is in memory. */
import type { ScratchFile } from '../../files/index.ts';

export interface VectorBlocks {
  count: number;
  dimensions: number;
  /** Rows `from` to `to`, without the last. */
  rows(from: number, to: number): Float32Array;
}

/** The number of vectors per block: 100 MB with 384 dimensions. */
export const BLOCK_ROWS = 1 << 16;

export function memoryVectors(vectors: Float32Array, dimensions: number): VectorBlocks {
  const count = dimensions === 0 ? 0 : vectors.length / dimensions;
  return { count, dimensions, rows: (from, to) => vectors.subarray(from * dimensions, to * dimensions) };
}

/** Vectors in a scratch file. */
export function fileVectors(file: ScratchFile, dimensions: number): VectorBlocks {
  const bytes = dimensions * Float32Array.BYTES_PER_ELEMENT;
  return {
    count: bytes === 0 ? 0 : file.size / bytes,
    dimensions,
    rows(from, to) {
      const block = new Float32Array((Math.min(to, file.size / bytes) - from) * dimensions);
      file.read(new Uint8Array(block.buffer), from * bytes);
      return block;
    },
  };
}

/** The vectors of the given rows in one array. */
export function gatherVectors(vectors: VectorBlocks, rows: ArrayLike<number>): Float32Array {
  const { dimensions } = vectors;
  const gathered = new Float32Array(rows.length * dimensions);
  for (let i = 0; i < rows.length; i++) gathered.set(vectors.rows(rows[i], rows[i] + 1), i * dimensions);
  return gathered;
}
