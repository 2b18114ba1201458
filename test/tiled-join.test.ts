/** The join of both engines against the double loop: pairs at the threshold ± 1e-5, blocks that do not fill a tile. */
import { describe, expect, it } from 'vitest';
import { createRandom, type TileFinder } from '../packages/metrics/src/core/index.ts';
import { wasmTiles } from '../packages/sensebench/src/build/pairs/dot-products.ts';
import {
  cosine,
  estimatePairs,
  memoryVectors,
  nearest,
  reaches,
  similarPairs,
  writtenSimilarity,
} from '../packages/sensebench/src/build/pairs/index.ts';
import { joinTiles } from '../packages/sensebench/src/build/pairs/similar-pairs.ts';
import { loadTileGraph } from '../packages/sensebench/src/nlp/embeddings/tile-graph.ts';

const DIMENSIONS = 30;
const THRESHOLD = 0.8;
const engines: [string, TileFinder | null][] = [
  ['WebAssembly', wasmTiles()],
  ['ONNX Runtime', await loadTileGraph({ threads: 1 })],
];

/** Vectors in twos whose cosine is just below, at or just above the threshold, or anything. */
function placedVectors(count: number): Float32Array {
  const random = createRandom(`placed/${count}`);
  const draw = () => Array.from({ length: DIMENSIONS }, () => random.next() - 0.5);
  const rows: number[][] = [];
  while (rows.length < count) {
    const first = unit(draw());
    const away = draw();
    const along = dot(away, first);
    const across = unit(away.map((value, d) => value - along * first[d]));
    const wanted = random.choice([THRESHOLD - 1e-5, THRESHOLD - 4e-6, THRESHOLD, THRESHOLD + 1e-5, 2 * random.next() - 1]);
    rows.push(first);
    rows.push(first.map((value, d) => wanted * value + Math.sqrt(1 - wanted ** 2) * across[d]));
  }
  return Float32Array.from(random.shuffle(rows.slice(0, count)).flat());
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, d) => sum + value * b[d], 0);
const unit = (row: readonly number[]) => row.map((value) => value / Math.sqrt(dot(row, row)));

function doubleLoop(vectors: Float32Array) {
  const pairs: { first: number; second: number; cosine: number }[] = [];
  const count = vectors.length / DIMENSIONS;
  for (let first = 0; first < count; first++)
    for (let second = first + 1; second < count; second++)
      pairs.push({ first, second, cosine: cosine(vectors, first, second, DIMENSIONS) });
  return pairs;
}

describe.each(engines)('the tiled join with %s', (_, engine) => {
  if (!engine) return it.skip('ONNX Runtime is not installed', () => undefined);

  it.each([
    [1, 64],
    [333, 64],
    [512, 128],
    [1130, 1024],
  ])('finds what the double loop finds in %i vectors, tiles of %i', async (count, size) => {
    const vectors = placedVectors(count);
    const tiles = { ...engine, size };
    const loop = doubleLoop(vectors);
    const found = await similarPairs(vectors, { dimensions: DIMENSIONS, threshold: THRESHOLD, tiles });
    const expected = loop.filter((pair) => reaches(pair.cosine, THRESHOLD));
    expect(found).toEqual(expected.map(({ first, second, cosine: c }) => ({ first, second, similarity: writtenSimilarity(c) })));
    if (count < 300) return;
    // Without pairs on both sides of the edge this shows nothing.
    const near = loop.filter((pair) => Math.abs(pair.cosine - THRESHOLD) < 2e-5);
    const met = near.filter((pair) => reaches(pair.cosine, THRESHOLD)).length;
    expect(Math.min(met, near.length - met)).toBeGreaterThan(20);
  });

  it('joins two lists of different length', async () => {
    const [first, second] = [placedVectors(150), placedVectors(77)];
    let found = 0;
    for await (const { similarities } of joinTiles(first, second, {
      dimensions: DIMENSIONS,
      threshold: 0.3,
      same: false,
      whole: true,
      tiles: { ...engine, size: 64 },
    }))
      found += similarities.filter((similarity) => similarity >= 0.3 - 1e-4).length;
    let count = 0;
    for (let a = 0; a < 150; a++) for (let b = 0; b < 77; b++) if (cosine(first, a, b, DIMENSIONS, second) >= 0.3 - 1e-4) count++;
    expect(found).toBe(count);
    expect(count).toBeGreaterThan(100);
  });

  it('finds the pairs that reach the bound of one of their vectors', async () => {
    const [first, second] = [placedVectors(150), placedVectors(77)];
    const random = createRandom('bounds');
    const bounds = {
      first: Float32Array.from({ length: 150 }, () => random.next()),
      second: Float32Array.from({ length: 77 }, () => random.next()),
    };
    const found = new Set<string>();
    const options = { dimensions: DIMENSIONS, threshold: 0, same: false, whole: true, tiles: { ...engine, size: 64 }, bounds };
    for await (const { firsts, seconds, count } of joinTiles(first, second, options))
      for (let i = 0; i < count; i++) found.add(`${firsts[i]} ${seconds[i]}`);
    for (let a = 0; a < 150; a++)
      for (let b = 0; b < 77; b++) {
        const bound = Math.min(bounds.first[a], bounds.second[b]);
        const similarity = cosine(first, a, b, DIMENSIONS, second);
        if (similarity >= bound) expect(found).toContain(`${a} ${b}`);
        if (similarity < bound - 2e-4) expect(found).not.toContain(`${a} ${b}`);
      }
    expect(found.size).toBeGreaterThan(100);
  });

  it('finds the nearest vectors of a plain search', async () => {
    const vectors = placedVectors(333);
    const of = Array.from({ length: 111 }, (_, i) => 3 * i);
    const loop = doubleLoop(vectors);
    const best = of.map((row) => {
      const own = loop.filter(({ first, second }) => first === row || second === row);
      const { first, second, cosine: c } = own.reduce((a, b) => (b.cosine > a.cosine ? b : a));
      return { index: first === row ? second : first, similarity: writtenSimilarity(c) };
    });
    expect(await nearest(memoryVectors(vectors, DIMENSIONS), { of, tiles: { ...engine, size: 64 } })).toEqual(best);
  });

  it('estimates the number of pairs', async () => {
    const vectors = placedVectors(150);
    const pairs = doubleLoop(vectors).filter((pair) => pair.cosine >= 0.2).length;
    expect(await estimatePairs(memoryVectors(vectors, DIMENSIONS), { threshold: 0.2, tiles: { ...engine, size: 64 } })).toBe(pairs);
  });
});
