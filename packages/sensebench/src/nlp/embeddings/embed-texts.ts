/** Makes an Embedder of any sentence model: duplicates once, batches by length, known vectors from the cache. */
import type { Embedder } from '@sensebench/metrics/internal/core';
import type { EmbeddingCache } from './embedding-cache.ts';

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

/**
 * Batches of texts of similar length, duplicates once; the result depends on the texts alone.
 * Each text once, and for each given text its position among them.
 */
export function uniqueTexts(texts: readonly string[]): { unique: string[]; position: number[] } {
  const seen = new Map<string, number>();
  const unique: string[] = [];
  const position = texts.map((text) => {
    let index = seen.get(text);
    if (index === undefined) {
      index = unique.length;
      seen.set(text, index);
      unique.push(text);
    }
    return index;
  });
  return { unique, position };
}

interface BatchLimits {
  maxTexts?: number;
  /** Tokens of a batch, padding counted. Between 150 and 1,000 the speed is the same. */
  maxTokens?: number;
}

/** Cost of starting a batch, in tokens. */
const BATCH_COST = 20;

/** Batches of positions, shortest first, cut where the least is padded; each holds at most `maxTexts` texts and `maxTokens` tokens, or one longer text. */
export function cutBatches(lengths: readonly number[], { maxTexts = 64, maxTokens = 512 }: BatchLimits = {}): number[][] {
  const order = lengths.map((_, index) => index).sort((a, b) => lengths[a] - lengths[b] || a - b);
  // The least cost of the first texts, and where the last of their batches begins.
  const cost = new Float64Array(order.length + 1);
  const begin = new Uint32Array(order.length + 1);
  for (let end = 1; end <= order.length; end++) {
    const longest = lengths[order[end - 1]];
    cost[end] = Number.POSITIVE_INFINITY;
    for (let count = 1; count <= Math.min(end, maxTexts) && (count === 1 || count * longest <= maxTokens); count++) {
      const total = cost[end - count] + BATCH_COST + count * longest;
      if (total < cost[end]) {
        cost[end] = total;
        begin[end] = end - count;
      }
    }
  }
  const batches: number[][] = [];
  for (let end = order.length; end > 0; end = begin[end]) batches.push(order.slice(begin[end], end));
  return batches.reverse();
}
