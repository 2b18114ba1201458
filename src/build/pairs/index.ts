/** Exact search of similar pairs of vectors. */
export { createBestPartners } from './best-partners.ts';
export { nearest } from './nearest.ts';
export { type ParaphraseMiningOptions, paraphraseMining, TOP_K } from './paraphrase-mining.ts';
export {
  cosine,
  mayReach,
  reaches,
  type SettleOptions,
  type SimilarPair,
  settleSimilarities,
  writtenSimilarity,
} from './settle-similarities.ts';
export { estimatePairs, joinTiles, similarPairs } from './similar-pairs.ts';
