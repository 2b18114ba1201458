/** Similarities that are the same with every engine: a cosine near an edge is measured again with exact vectors. */

export interface SimilarPair {
  first: number;
  second: number;
  similarity: number;
}

export interface SettleOptions {
  dimensions: number;
  threshold?: number;
  /** Exact vectors of some rows, in their order. Without it all vectors count as exact. */
  exact?(rows: readonly number[]): Promise<Float32Array>;
}

/** Two engines differ by at most 7e-7 in the cosines of the starter corpus; three times that is near. */
const BAND = 2e-6;

/** In double precision and in one order, so that it is the same on every machine. */
export function cosine(vectors: Float32Array, first: number, second: number, dimensions: number, others = vectors): number {
  let sum = 0;
  const [a, b] = [first * dimensions, second * dimensions];
  for (let d = 0; d < dimensions; d++) sum += vectors[a + d] * others[b + d];
  return sum;
}

/** Compared to five decimals: equal vectors of single precision have a cosine of 0.99999998. */
export function reaches(similarity: number, threshold: number): boolean {
  return Math.round(similarity * 1e5) / 1e5 >= threshold;
}

/** Whether another engine might find that it reaches the threshold. */
export function mayReach(similarity: number, threshold: number): boolean {
  return reaches(similarity + BAND, threshold);
}

/** Two decimals, cut off (a third would have ten times as many cosines near an edge): rounded up, a cosine below the threshold would look as if it met it. */
export function writtenSimilarity(similarity: number): number {
  return Math.floor(Math.round(similarity * 1e5) / 1000) / 100;
}

/** Puts exact cosines where the given ones could be written or decided otherwise by another engine. */
export async function settleSimilarities(
  pairs: readonly SimilarPair[],
  { dimensions, threshold = 0, exact }: SettleOptions,
): Promise<void> {
  if (!exact) return;
  const unsure = pairs.filter(({ similarity }) => {
    const [low, high] = [similarity - BAND, similarity + BAND];
    return writtenSimilarity(low) !== writtenSimilarity(high) || reaches(low, threshold) !== reaches(high, threshold);
  });
  if (unsure.length === 0) return;
  const rows = [...new Set(unsure.flatMap(({ first, second }) => [first, second]))];
  const vectors = await exact(rows);
  const place = new Map(rows.map((row, i) => [row, i]));
  for (const pair of unsure) pair.similarity = cosine(vectors, place.get(pair.first) ?? 0, place.get(pair.second) ?? 0, dimensions);
}
