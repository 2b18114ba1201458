/** Exact search of similar pairs of vectors. */
export { createBestPartners } from './best-partners.ts';
export { joinBlocks } from './join-blocks.ts';
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
export { estimatePairs, similarPairs, type TilePairs } from './similar-pairs.ts';
export { BLOCK_ROWS, fileVectors, memoryVectors, type VectorBlocks } from './vector-blocks.ts';
