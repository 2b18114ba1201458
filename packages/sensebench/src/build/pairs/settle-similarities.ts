/** Makes similarities the same on every engine by computing those near the threshold or a rounding boundary again with exact vectors. */

export interface SimilarPair {
  first: number;
  second: number;
  similarity: number;
}

export interface SettleOptions {
  dimensions: number;
  threshold?: number;
  /** Returns exact vectors of the given rows, in order. Without it, all vectors count as exact. */
  exact?(rows: readonly number[]): Promise<Float32Array>;
}

/** Engines differ by at most 7e-7 in the cosines of the starter corpus; three times that counts as near. */
const BAND = 2e-6;

/** Computed in double precision and in a fixed order, so that it is the same on every machine. */
export function cosine(vectors: Float32Array, first: number, second: number, dimensions: number, others = vectors): number {
  let sum = 0;
  const [a, b] = [first * dimensions, second * dimensions];
  for (let d = 0; d < dimensions; d++) sum += vectors[a + d] * others[b + d];
  return sum;
}

/** Compares five decimals, because equal vectors of single precision have a cosine of 0.99999998. */
export function reaches(similarity: number, threshold: number): boolean {
  return Math.round(similarity * 1e5) / 1e5 >= threshold;
}

/** Whether the cosine might reach the threshold on another engine. */
export function mayReach(similarity: number, threshold: number): boolean {
  return reaches(similarity + BAND, threshold);
}

/** Truncates to two decimals, because a rounded cosine below the threshold could seem to reach it. A third decimal would put ten times as many cosines near a boundary. */
export function writtenSimilarity(similarity: number): number {
  return Math.floor(Math.round(similarity * 1e5) / 1000) / 100;
}

/** Replaces cosines that another engine might write or decide differently by exact ones. */
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
