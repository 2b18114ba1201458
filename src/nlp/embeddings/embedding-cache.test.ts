import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbeddingCache } from './embedding-cache.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const model = { id: 'toy', dimensions: 2 };

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
  it('keeps models apart', () => {
    openEmbeddingCache(folder, model).add([{ text: 'a', vector: Float32Array.of(1, 2) }]);
    expect(openEmbeddingCache(folder, { ...model, id: 'other' }).get('a')).toBeUndefined();
    expect(openEmbeddingCache(folder, { ...model, dimensions: 3 }).get('a')).toBeUndefined();
  });
});
