/** Makes an Embedder of any sentence model: duplicates once, batches by length, known vectors from the cache. */
import type { Embedder } from '../../core/index.ts';
import type { EmbeddingCache } from './embedding-cache.ts';
import { cutBatches, uniqueTexts } from './length-batches.ts';

export interface SentenceModel {
  id: string;
  dimensions: number;
  encode(text: string): number[];
  /** One unit-length row per text of the batch, shorter ones padded. */
  run(batch: readonly number[][]): Promise<Float32Array>;
}

export interface EmbedOptions {
  cache?: EmbeddingCache;
  maxTexts?: number;
}

export function createEmbedder(model: SentenceModel, { cache, maxTexts }: EmbedOptions = {}): Embedder {
  const { dimensions } = model;
  return {
    id: model.id,
    dimensions,
    async embed(texts, { signal, onProgress } = {}) {
      const { unique, position } = uniqueTexts(texts);
      const rows = new Float32Array(unique.length * dimensions);
      const ids = unique.map((text) => model.encode(text));
      let done = 0;
      // Batches are cut before the cache is asked, so the bytes do not depend on what it holds.
      for (const batch of cutBatches(
        ids.map((list) => list.length),
        { maxTexts },
      )) {
        signal?.throwIfAborted();
        const known = batch.map((index) => cache?.get(unique[index]));
        if (known.every((vector) => vector !== undefined)) {
          for (const [i, index] of batch.entries()) rows.set(known[i] as Float32Array, index * dimensions);
        } else {
          const result = await model.run(batch.map((index) => ids[index]));
          const vectors = batch.map((index, i) => ({ text: unique[index], vector: result.slice(i * dimensions, (i + 1) * dimensions) }));
          for (const [i, index] of batch.entries()) rows.set(vectors[i].vector, index * dimensions);
          cache?.add(vectors.filter((_, i) => known[i] === undefined));
        }
        done += batch.length;
        onProgress?.(done, unique.length);
      }
      const all = new Float32Array(texts.length * dimensions);
      for (const [i, index] of position.entries()) all.set(rows.subarray(index * dimensions, (index + 1) * dimensions), i * dimensions);
      return all;
    },
  };
}

/** Ids of a batch side by side, padded to the longest, with the mask that tells text from padding. */
export function padBatch(batch: readonly (readonly number[])[], padId: number): { ids: Int32Array; mask: Int32Array; length: number } {
  const length = Math.max(...batch.map((ids) => ids.length));
  const ids = new Int32Array(batch.length * length).fill(padId);
  const mask = new Int32Array(batch.length * length);
  for (const [row, list] of batch.entries()) {
    ids.set(list, row * length);
    mask.fill(1, row * length, row * length + list.length);
  }
  return { ids, mask, length };
}
