/** Pairs as returned by `paraphrase_mining` of sentence-transformers 6.2: one of the two is among the nearest of the other. */
import type { SimilarPair } from './settle-similarities.ts';
import { measurePairs, type SimilarPairsOptions, writePairs } from './similar-pairs.ts';

export interface ParaphraseMiningOptions extends SimilarPairsOptions {
  /** The number of nearest vectors considered for each vector. */
  topK?: number;
  /** The number of most similar pairs to return. */
  maxPairs?: number;
}

/** The defaults of sentence-transformers, which SituatedGen used. */
export const TOP_K = 100;
const MAX_PAIRS = 500_000;

/**
 * Here the threshold is applied first, in the original last, with the same result: ranks among the similar vectors are ranks among all.
 * Of equally similar vectors, the earlier one is nearer; in the original, torch decides.
 */
export async function paraphraseMining(
  vectors: Float32Array,
  { topK = TOP_K, maxPairs = MAX_PAIRS, ...options }: ParaphraseMiningOptions,
): Promise<{ pairs: SimilarPair[]; beyond: SimilarPair[] }> {
  const ordered = (await measurePairs(vectors, options)).sort(
    (a, b) => b.similarity - a.similarity || a.first - b.first || a.second - b.second,
  );
  const seen = new Uint32Array(vectors.length / options.dimensions);
  const pairs: SimilarPair[] = [];
  const beyond: SimilarPair[] = [];
  // In the order of decreasing similarity, the pairs of a vector follow the order of its neighbours.
  for (const pair of ordered) {
    const nearest = Math.min(seen[pair.first]++, seen[pair.second]++) < topK;
    (nearest && pairs.length < maxPairs ? pairs : beyond).push(pair);
  }
  return { pairs: writePairs(pairs), beyond: writePairs(beyond) };
}
