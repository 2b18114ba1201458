/** The most similar other vector of each of some vectors, exact, tile by tile. */
import type { TileFinder } from '../../core/index.ts';
import { cosine, type SettleOptions, type SimilarPair, settleSimilarities, writtenSimilarity } from './settle-similarities.ts';
import { gatherRows } from './similar-pairs.ts';
import { wasmTiles } from './wasm-tiles.ts';

/** Others this near to the best product may be the best themselves. */
const NEAR_BEST = 2e-5;
/** Below any cosine. */
const NOTHING = -2;

export interface NearestOptions extends SettleOptions {
  of: readonly number[];
  tiles?: TileFinder;
}

/** −1 where there is no other vector. */
export async function nearest(
  vectors: Float32Array,
  { of, tiles = wasmTiles(), ...options }: NearestOptions,
): Promise<{ index: number; similarity: number }[]> {
  const groups: SimilarPair[][] = [];
  for (let from = 0; from < of.length; from += tiles.size)
    for (const group of await nearestOf(vectors, of.slice(from, from + tiles.size), { tiles, ...options })) groups.push(group);
  await settleSimilarities(groups.flat(), options);
  return groups.map((group) => {
    if (group.length === 0) return { index: -1, similarity: 0 };
    const { second, similarity } = group.reduce((best, pair) => (pair.similarity > best.similarity ? pair : best));
    return { index: second, similarity: writtenSimilarity(similarity) };
  });
}

/** For each vector the others that may be nearest, in their order. */
async function nearestOf(
  vectors: Float32Array,
  of: readonly number[],
  { dimensions, tiles }: { dimensions: number; tiles: TileFinder },
): Promise<SimilarPair[][]> {
  const rows = gatherRows(vectors, of, dimensions);
  const own = new Set(of.map((row) => Math.floor(row / tiles.size)));
  const blocks = Array.from({ length: Math.ceil(vectors.length / dimensions / tiles.size) }, (_, block) => block);
  // A vector is nearest to itself: tiles that have it are asked last, when it cannot hide others any more.
  const order = [...blocks.filter((block) => !own.has(block)), ...blocks.filter((block) => own.has(block))];
  const least = new Float32Array(of.length).fill(NOTHING);
  const groups: SimilarPair[][] = of.map(() => []);
  for (const block of order) {
    const start = block * tiles.size;
    const second = vectors.subarray(start * dimensions, (start + tiles.size) * dimensions);
    const found = await tiles.find(rows, second, { dimensions, least, ...(own.has(block) ? {} : { best: NEAR_BEST }) });
    for (const [i, row] of found.rows.entries()) {
      const pair = { first: of[row], second: start + found.columns[i], similarity: 0 };
      if (pair.second === pair.first) continue;
      pair.similarity = cosine(vectors, pair.first, pair.second, dimensions);
      groups[row].push(pair);
      least[row] = Math.max(least[row], pair.similarity - NEAR_BEST);
    }
  }
  return groups.map((group, row) => group.filter(({ similarity }) => similarity >= least[row]).sort((a, b) => a.second - b.second));
}
