/** All pairs of unit vectors whose cosine is at least a threshold, exhaustive and exact (SituatedGen, section 4.3). */
import { BLOCK_ROWS, createDotProducts } from './dot-products.ts';

export interface SimilarPair {
  first: number;
  second: number;
  /** To five decimals. */
  similarity: number;
}

export interface SimilarPairsOptions {
  dimensions: number;
  threshold: number;
}

/** More than the rounding of a product in single precision: what comes this near to the threshold is measured again in double precision. */
const SLACK = 1e-4;
/** Vectors that an estimate looks at. */
const SAMPLE = 200;

export function similarPairs(vectors: Float32Array, { dimensions, threshold }: SimilarPairsOptions): SimilarPair[] {
  const count = vectors.length / dimensions;
  const dots = createDotProducts(vectors, dimensions);
  const near = Math.fround(threshold - SLACK);
  const pairs: SimilarPair[] = [];
  // A block of rows stays in the processor's cache while all rows before it pass by.
  for (let block = 0; block < count; block += BLOCK_ROWS) {
    const end = Math.min(count, block + BLOCK_ROWS);
    for (let first = 0; first < end; first++) {
      const products = dots.products(first, block, BLOCK_ROWS);
      for (let second = Math.max(block, first + 1); second < end; second++) {
        if (products[second - block] < near) continue;
        const similarity = cosine(vectors, first, second, dimensions);
        if (similarity >= threshold) pairs.push({ first, second, similarity });
      }
    }
  }
  return pairs.sort((a, b) => a.first - b.first || a.second - b.second);
}

/** About how many pairs `similarPairs` would find: those of a few vectors, spread evenly over all, are counted. */
export function estimatePairs(vectors: Float32Array, { dimensions, threshold }: SimilarPairsOptions): number {
  const count = vectors.length / dimensions;
  const dots = createDotProducts(vectors, dimensions);
  const asked = Math.min(count, SAMPLE);
  let found = 0;
  for (let i = 0; i < asked; i++) {
    const first = Math.floor((i * count) / asked);
    for (let block = 0; block < count; block += BLOCK_ROWS) {
      const products = dots.products(first, block, BLOCK_ROWS);
      for (let second = block; second < Math.min(count, block + BLOCK_ROWS); second++) {
        if (second !== first && products[second - block] >= threshold) found++;
      }
    }
  }
  return asked === 0 ? 0 : Math.round((found * count) / asked / 2);
}

/** The most similar other vector of each of some vectors; −1 where there is no other. */
export function nearest(
  vectors: Float32Array,
  { dimensions, of }: { dimensions: number; of: readonly number[] },
): { index: number; similarity: number }[] {
  const count = vectors.length / dimensions;
  const dots = createDotProducts(vectors, dimensions);
  return of.map((first) => {
    let index = -1;
    let best = Number.NEGATIVE_INFINITY;
    for (let block = 0; block < count; block += BLOCK_ROWS) {
      const products = dots.products(first, block, BLOCK_ROWS);
      for (let second = block; second < Math.min(count, block + BLOCK_ROWS); second++) {
        if (second === first || products[second - block] <= best) continue;
        best = products[second - block];
        index = second;
      }
    }
    return { index, similarity: index < 0 ? 0 : cosine(vectors, first, index, dimensions) };
  });
}

/** In double precision and in one order, so that it is the same on every machine. */
export function cosine(vectors: Float32Array, first: number, second: number, dimensions: number): number {
  let sum = 0;
  for (let d = 0; d < dimensions; d++) sum += vectors[first * dimensions + d] * vectors[second * dimensions + d];
  return Math.round(sum * 1e5) / 1e5;
}
