/** Exact search of similar pairs of vectors. */
export { cosine, estimatePairs, nearest, similarPairs } from './similar-pairs.ts';
