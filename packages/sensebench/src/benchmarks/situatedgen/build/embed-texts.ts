/** Sentence embeddings of the texts to compare (SituatedGen, section 4.3): each distinct text once, in an order independent of caches. */

import { defineStep, type Embedder, SetupError, type Shard, type ToolNeeds } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import type { SettleOptions } from '../../../build/pairs/index.ts';

/** The number of texts that are embedded together. Batches are cut from them, so that it affects the vectors. */
const BATCH = 256;

export interface Vectors {
  vectors: Float32Array;
  dimensions: number;
}

/** The arithmetic of the encoder. Default: single precision. */
export const embeddingsOption = z.literal('int8').optional();

export interface EmbeddingsOption {
  embeddings?: 'int8';
}

/** The tool needs of steps that embed texts or measure similarities near the threshold again. */
export function embedderNeeds({ embeddings }: EmbeddingsOption): ToolNeeds {
  return { embedder: embeddings ?? true };
}

export const embedStep = defineStep({
  name: 'embed',
  version: 2,
  options: z.object({ embeddings: embeddingsOption }),
  needs: embedderNeeds,
  over: 'each',
  async run([{ rows }]: readonly Shard<string>[], _options: EmbeddingsOption, { embedder, signal, progress }): Promise<Shard<string>> {
    if (!embedder) throw new SetupError('no sentence encoder is installed', 'npm install --ignore-scripts onnxruntime-node@1.30.0');
    const vectors = new Float32Array(rows.length * embedder.dimensions);
    for (let from = 0; from < rows.length; from += BATCH) {
      const batch = rows.slice(from, from + BATCH);
      const found = await embedder.embed(batch, { signal });
      if (found.length !== batch.length * embedder.dimensions)
        throw new Error(`${embedder.id} gave ${found.length} numbers for ${batch.length} texts of ${embedder.dimensions}`);
      vectors.set(found, from * embedder.dimensions);
      progress(from + batch.length);
    }
    return { rows, dropped: [], vectors };
  },
});

/** The order in which texts are embedded; texts of similar length share a batch. */
export function byLength(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/** Exact vectors by the index of their texts, for similarities near the threshold. */
export function exactVectors(
  textOf: (place: number) => string,
  { embedder, signal }: { embedder?: Embedder; signal?: AbortSignal },
): Pick<SettleOptions, 'exact'> {
  if (!embedder?.exact) return {};
  return {
    exact: async (rows) => (await embedder.exact?.(rows.map(textOf), { signal })) ?? new Float32Array(),
  };
}

/** Returns a vector for each text from the shards of the distinct texts. */
export function vectorsOf(texts: readonly string[], embedded: readonly Shard<string>[]): Vectors {
  const known = new Map<string, Float32Array>();
  let dimensions = 0;
  for (const { rows, vectors } of embedded) {
    if (!vectors || rows.length === 0) continue;
    dimensions = vectors.length / rows.length;
    for (const [i, text] of rows.entries()) known.set(text, vectors.subarray(i * dimensions, (i + 1) * dimensions));
  }
  const vectors = new Float32Array(texts.length * dimensions);
  for (const [i, text] of texts.entries()) {
    const vector = known.get(text);
    if (!vector) throw new Error(`"${text}" was not embedded`);
    vectors.set(vector, i * dimensions);
  }
  return { vectors, dimensions };
}
