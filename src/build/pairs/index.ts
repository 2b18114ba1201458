/** Exact search of similar pairs of vectors. */
export { cosine, nearest, similarPairs } from './similar-pairs.ts';
