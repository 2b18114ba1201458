import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbeddingCache } from './embedding-cache.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const model = { id: 'toy', dimensions: 2, engine: 'onnx' };

describe('the cache of embeddings', () => {
  it('keeps vectors by their text, also for the next who opens it', () => {
    openEmbeddingCache(folder, model).add([{ text: 'a', vector: Float32Array.of(1, 2) }]);
    const again = openEmbeddingCache(folder, model);
    expect([...(again.get('a') ?? [])]).toEqual([1, 2]);
    expect([again.get('b'), again.size]).toEqual([undefined, 1]);
  });
  it('cuts off a record that an interrupted run left torn', () => {
    openEmbeddingCache(folder, model).add([{ text: 'a', vector: Float32Array.of(1, 2) }]);
    appendFileSync(join(folder, readdirSync(folder)[0]), 'torn');
    const again = openEmbeddingCache(folder, model);
    again.add([{ text: 'b', vector: Float32Array.of(3, 4) }]);
    const third = openEmbeddingCache(folder, model);
    expect([third.size, ...(third.get('b') ?? [])]).toEqual([2, 3, 4]);
  });
  it('keeps models and engines apart', () => {
    openEmbeddingCache(folder, model).add([{ text: 'a', vector: Float32Array.of(1, 2) }]);
    expect(openEmbeddingCache(folder, { ...model, id: 'other' }).get('a')).toBeUndefined();
    expect(openEmbeddingCache(folder, { ...model, dimensions: 3 }).get('a')).toBeUndefined();
    expect(openEmbeddingCache(folder, { ...model, engine: 'wasm' }).get('a')).toBeUndefined();
  });
  it('leaves out a damaged vector and says so once', () => {
    openEmbeddingCache(folder, model).add(['a', 'b', 'c'].map((text, i) => ({ text, vector: Float32Array.of(i, 2) })));
    const path = join(folder, readdirSync(folder)[0]);
    const bytes = readFileSync(path);
    bytes[48 + 33] ^= 1;
    writeFileSync(path, bytes);
    const said: string[] = [];
    const again = openEmbeddingCache(folder, { ...model, warn: (line) => said.push(line) });
    expect([again.get('a')?.[0], again.get('b'), again.get('c')?.[0]]).toEqual([0, undefined, 2]);
    expect(said).toEqual([expect.stringContaining('1 damaged embeddings are computed again')]);
  });
  it('is left out with one line where it cannot be written or read', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const said: string[] = [];
    const warn = (line: string) => said.push(line);
    const cache = openEmbeddingCache(join(file, 'below'), { ...model, warn });
    for (const text of ['a', 'b']) cache.add([{ text, vector: Float32Array.of(1, 2) }]);
    expect(cache.get('b')).toEqual(Float32Array.of(1, 2));
    expect(said).toEqual([expect.stringMatching(/^the cache of embeddings is left out: /)]);
    const open = openEmbeddingCache(folder, { ...model, warn });
    rmSync(folder, { recursive: true });
    for (const text of ['a', 'b']) open.add([{ text, vector: Float32Array.of(1, 2) }]);
    expect(said).toHaveLength(2);
    mkdirSync(folder);
  });
});
