import { createRandom } from '@sensebench/metrics/internal/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosine, estimatePairs, nearest, reaches, similarPairs, writtenSimilarity } from './index.ts';
import { memoryVectors } from './vector-blocks.ts';

/** Unit vectors in clusters, as sentences of one template are. */
function clustered(count: number, dimensions: number, seed: number): Float32Array {
  const random = createRandom(seed);
  const centres = Array.from({ length: 6 }, () => Array.from({ length: dimensions }, () => random.next() - 0.5));
  const vectors = new Float32Array(count * dimensions);
  for (let i = 0; i < count; i++) {
    const centre = random.choice(centres);
    const row = centre.map((value) => value + (random.next() - 0.5) * 0.6);
    const length = Math.hypot(...row);
    row.forEach((value, d) => {
      vectors[i * dimensions + d] = value / length;
    });
  }
  return vectors;
}

function doubleLoop(vectors: Float32Array, dimensions: number, threshold: number) {
  const pairs = [];
  for (let first = 0; first < vectors.length / dimensions; first++) {
    for (let second = first + 1; second < vectors.length / dimensions; second++) {
      const similarity = cosine(vectors, first, second, dimensions);
      if (reaches(similarity, threshold)) pairs.push({ first, second, similarity: writtenSimilarity(similarity) });
    }
  }
  return pairs;
}

describe('similarPairs', () => {
  it('finds exactly what a double loop finds', async () => {
    const cosines = fc.double({ min: -1, max: 1, noNaN: true });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 150 }), fc.integer(), cosines, async (count, seed, threshold) => {
        const vectors = clustered(count, 22, seed);
        expect(await similarPairs(vectors, { dimensions: 22, threshold })).toEqual(doubleLoop(vectors, 22, threshold));
      }),
      { numRuns: 60 },
    );
  });

  it('finds identical vectors, and a threshold met exactly', async () => {
    const vectors = Float32Array.from([1, 0, 1, 0, 0, 1, 0.6, 0.8]);
    expect(await similarPairs(vectors, { dimensions: 2, threshold: 0.8 })).toEqual([
      { first: 0, second: 1, similarity: 1 },
      { first: 2, second: 3, similarity: 0.8 },
    ]);
  });
});

describe('estimatePairs', () => {
  it('is near the number of pairs', async () => {
    const options = { dimensions: 22, threshold: 0.8 };
    const vectors = clustered(1000, 22, 3);
    const pairs = (await similarPairs(vectors, options)).length;
    expect(pairs).toBeGreaterThan(1000);
    expect(Math.abs((await estimatePairs(memoryVectors(vectors, 22), options)) / pairs - 1)).toBeLessThan(0.2);
    expect(await estimatePairs(memoryVectors(new Float32Array(), 22), options)).toBe(0);
  });
});

describe('nearest', () => {
  it('gives the best other vector, if there is one', async () => {
    const vectors = Float32Array.from([1, 0, 0.6, 0.8, 0, 1]);
    expect(await nearest(memoryVectors(vectors, 2), { of: [0] })).toEqual([{ index: 1, similarity: 0.6 }]);
    expect(await nearest(memoryVectors(Float32Array.from([1, 0]), 2), { of: [0] })).toEqual([{ index: -1, similarity: 0 }]);
  });
});
