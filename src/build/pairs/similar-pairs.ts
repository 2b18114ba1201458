/** All pairs of unit vectors whose cosine is at least a threshold, exhaustive and exact (SituatedGen, section 4.3). */
import { BLOCK_ROWS, createDotProducts } from './dot-products.ts';
import { cosine, reaches, type SettleOptions, type SimilarPair, settleSimilarities, writtenSimilarity } from './settle-similarities.ts';

export interface SimilarPairsOptions extends SettleOptions {
  threshold: number;
}

/** More than the rounding of a product in single precision: what comes this near to the threshold is measured again in double precision. */
const SLACK = 1e-4;
/** Others this near to the best product may be the best themselves. */
const NEAR_BEST = 2e-5;
/** Vectors that an estimate looks at. */
const SAMPLE = 200;

export async function similarPairs(vectors: Float32Array, options: SimilarPairsOptions): Promise<SimilarPair[]> {
  return writePairs(await measurePairs(vectors, options));
}

/** The same pairs with their whole cosines, which tell the nearest of many. */
export async function measurePairs(vectors: Float32Array, options: SimilarPairsOptions): Promise<SimilarPair[]> {
  const { dimensions, threshold } = options;
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
        if (similarity >= threshold - SLACK) pairs.push({ first, second, similarity });
      }
    }
  }
  await settleSimilarities(pairs, options);
  return pairs.filter(({ similarity }) => reaches(similarity, threshold));
}

/** In the order of their vectors, with similarities as they are written. */
export function writePairs(pairs: SimilarPair[]): SimilarPair[] {
  for (const pair of pairs) pair.similarity = writtenSimilarity(pair.similarity);
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
export async function nearest(
  vectors: Float32Array,
  { of, ...options }: SettleOptions & { of: readonly number[] },
): Promise<{ index: number; similarity: number }[]> {
  const { dimensions } = options;
  const count = vectors.length / dimensions;
  const dots = createDotProducts(vectors, dimensions);
  const groups: SimilarPair[][] = [];
  for (const first of of) {
    let best = Number.NEGATIVE_INFINITY;
    const near: { second: number; product: number }[] = [];
    for (let block = 0; block < count; block += BLOCK_ROWS) {
      const products = dots.products(first, block, BLOCK_ROWS);
      for (let second = block; second < Math.min(count, block + BLOCK_ROWS); second++) {
        const product = products[second - block];
        if (second === first || product < best - NEAR_BEST) continue;
        near.push({ second, product });
        best = Math.max(best, product);
      }
    }
    groups.push(
      near
        .filter(({ product }) => product >= best - NEAR_BEST)
        .map(({ second }) => ({ first, second, similarity: cosine(vectors, first, second, dimensions) })),
    );
  }
  await settleSimilarities(groups.flat(), options);
  return groups.map((group) => {
    if (group.length === 0) return { index: -1, similarity: 0 };
    const { second, similarity } = group.reduce((best, pair) => (pair.similarity > best.similarity ? pair : best));
    return { index: second, similarity: writtenSimilarity(similarity) };
  });
}
