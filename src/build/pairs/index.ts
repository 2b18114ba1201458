/** Exact search of similar pairs of vectors. */
export { nearest } from './nearest.ts';
export { type ParaphraseMiningOptions, paraphraseMining, TOP_K } from './paraphrase-mining.ts';
export {
  cosine,
  reaches,
  type SettleOptions,
  type SimilarPair,
  settleSimilarities,
  writtenSimilarity,
} from './settle-similarities.ts';
export { estimatePairs, similarPairs } from './similar-pairs.ts';
