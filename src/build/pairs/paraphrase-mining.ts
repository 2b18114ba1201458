/** Pairs as `paraphrase_mining` of sentence-transformers 6.2 returns them: one of the two is among the nearest of the other. */
import type { SimilarPair } from './settle-similarities.ts';
import { measurePairs, type SimilarPairsOptions, writePairs } from './similar-pairs.ts';

export interface ParaphraseMiningOptions extends SimilarPairsOptions {
  /** Others that each vector looks at. */
  topK?: number;
  /** Pairs in all, the most similar ones. */
  maxPairs?: number;
}

/** The defaults of sentence-transformers, which SituatedGen used. */
export const TOP_K = 100;
const MAX_PAIRS = 500_000;

/**
 * The threshold comes first here and last in the original. That changes nothing: ranks among the similar ones are ranks among all.
 * Of equally similar vectors the earlier one is nearer; the original leaves that to torch.
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
  // From the most similar pair down, the pairs of a vector come in the order of its neighbours.
  for (const pair of ordered) {
    const nearest = Math.min(seen[pair.first]++, seen[pair.second]++) < topK;
    (nearest && pairs.length < maxPairs ? pairs : beyond).push(pair);
  }
  return { pairs: writePairs(pairs), beyond: writePairs(beyond) };
}
