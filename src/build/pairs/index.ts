/** Exact search of similar pairs of vectors. */
export { type ParaphraseMiningOptions, paraphraseMining, TOP_K } from './paraphrase-mining.ts';
export {
  cosine,
  reaches,
  type SettleOptions,
  type SimilarPair,
  settleSimilarities,
  writtenSimilarity,
} from './settle-similarities.ts';
export { estimatePairs, nearest, similarPairs } from './similar-pairs.ts';
