import { createRandom } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { nearest, reaches, similarPairs, writtenSimilarity } from './index.ts';
import { memoryVectors } from './vector-blocks.ts';

const DIMENSIONS = 24;

/** Unit vectors around one centre, so that most cosines lie between 0.7 and 0.9. */
function manyVectors(count: number): Float32Array {
  const random = createRandom(5);
  const centre = Array.from({ length: DIMENSIONS }, () => random.next() - 0.5);
  return unit(Array.from({ length: count }, () => centre.map((value) => value + (random.next() - 0.5) * 0.7)));
}

function unit(rows: readonly number[][]): Float32Array {
  return Float32Array.from(rows.flatMap((row) => row.map((value) => value / Math.hypot(...row))));
}

/** The same vectors as another engine computes them: last digits differ. */
function otherEngine(vectors: Float32Array): Float32Array {
  const random = createRandom(6);
  return vectors.map((value) => value + (random.next() - 0.5) * 5e-7);
}

const rowsOf = (vectors: Float32Array) => async (rows: readonly number[]) =>
  Float32Array.from(rows.flatMap((row) => [...vectors.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS)]));

describe('similarities of two engines', () => {
  const own = manyVectors(600);
  const other = otherEngine(own);
  const options = { dimensions: DIMENSIONS, threshold: 0.8 };

  it('are found and written alike where exact vectors settle the cosines near an edge', async () => {
    const expected = await similarPairs(own, options);
    expect(expected.length).toBeGreaterThan(10_000);
    const asked: number[] = [];
    const exact = (rows: readonly number[]) => {
      asked.push(...rows);
      return rowsOf(own)(rows);
    };
    expect(await similarPairs(other, { ...options, exact })).toEqual(expected);
    expect(asked.length).toBeGreaterThan(0);
    // Without the recheck they differ: else this test shows nothing.
    expect(await similarPairs(other, options)).not.toEqual(expected);
  });

  it('are the same for the nearest vectors', async () => {
    const of = Array.from({ length: 600 }, (_, i) => i);
    const similarities = async (vectors: Float32Array, exact?: ReturnType<typeof rowsOf>) =>
      (await nearest(memoryVectors(vectors, DIMENSIONS), { of, exact })).map(({ similarity }) => similarity);
    expect(await similarities(other, rowsOf(own))).toEqual(await similarities(own));
  });
});

it('cuts similarities off, so that none below the threshold looks as if it met it', () => {
  expect([0.79999, 0.8123999, 0.99999998, -0.5].map(writtenSimilarity)).toEqual([0.79, 0.81, 1, -0.5]);
  expect([0.79999, 0.799996, 0.8].map((value) => reaches(value, 0.8))).toEqual([false, true, true]);
});
