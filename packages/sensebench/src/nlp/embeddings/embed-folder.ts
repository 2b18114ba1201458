/** Sentence embeddings by any sentence-transformers folder with an ONNX model; pooling and length limit are read from it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder } from '@sensebench/metrics/internal/core';
import { InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import type { MiniLmOptions } from './embed-minilm.ts';
import { createEmbedder, type EmbedOptions } from './embed-texts.ts';
import { openEmbeddingCache } from './embedding-cache.ts';
import { openModelFolder } from './model-folder.ts';

const Pooling = z.looseObject({
  pooling_mode_cls_token: z.boolean().default(false),
  pooling_mode_mean_tokens: z.boolean().default(true),
  pooling_mode_max_tokens: z.boolean().default(false),
});
const Limits = z.looseObject({ max_seq_length: z.number().int().positive().optional() });

function readOptional<T>(folder: string, file: string, schema: z.ZodType<T>): T {
  const path = join(folder, file);
  return schema.parse(existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});
}

export async function loadEmbedFolder(
  folder: string,
  { cacheFolder, threads = 0, maxTexts, warn }: Omit<EmbedOptions, 'cache'> & Pick<MiniLmOptions, 'cacheFolder' | 'threads' | 'warn'> = {},
): Promise<Embedder> {
  const pooling = readOptional(folder, '1_Pooling/config.json', Pooling);
  const { max_seq_length: maxTokens } = readOptional(folder, 'sentence_bert_config.json', Limits);
  const model = await openModelFolder(folder, { threads, maxTokens });
  const output = ['sentence_embedding', 'last_hidden_state', 'token_embeddings'].find((name) => model.outputs.includes(name));
  if (!output)
    throw new InputError('no output that holds embeddings', { file: folder, expected: 'sentence_embedding or last_hidden_state' });
  const mode = pooling.pooling_mode_cls_token ? 'cls' : pooling.pooling_mode_max_tokens ? 'max' : 'mean';
  const { id, dimensions } = model;
  const cache =
    cacheFolder === undefined
      ? undefined
      : openEmbeddingCache(cacheFolder, { id: `${await model.hash()}/${mode}/${maxTokens}`, dimensions, engine: 'onnx', warn });
  return createEmbedder(
    {
      id,
      dimensions,
      encode: (text) => model.tokenizer.encode(text).ids,
      async run(batch) {
        const { data, length, dims } = await model.run(batch, output);
        const rows = dims.length === 2 ? Float32Array.from(data) : pool(data, batch, { length, dimensions, mode });
        normalizeRows(rows, dimensions);
        return rows;
      },
    },
    { cache, maxTexts },
  );
}

export type PoolingMode = 'mean' | 'cls' | 'max';

/** One row per text from the states of its tokens; padding is left out. */
export function pool(
  states: Float32Array,
  batch: readonly number[][],
  { length, dimensions, mode }: { length: number; dimensions: number; mode: PoolingMode },
): Float32Array {
  const rows = new Float32Array(batch.length * dimensions);
  for (const [row, ids] of batch.entries()) {
    const tokens = mode === 'cls' ? 1 : ids.length;
    for (let column = 0; column < dimensions; column++) {
      let value = mode === 'max' ? Number.NEGATIVE_INFINITY : 0;
      for (let token = 0; token < tokens; token++) {
        const state = states[(row * length + token) * dimensions + column];
        value = mode === 'max' ? Math.max(value, state) : value + state;
      }
      rows[row * dimensions + column] = mode === 'mean' ? value / tokens : value;
    }
  }
  return rows;
}

function normalizeRows(rows: Float32Array, dimensions: number): void {
  for (let from = 0; from < rows.length; from += dimensions) {
    let sum = 0;
    for (let i = from; i < from + dimensions; i++) sum += rows[i] * rows[i];
    const norm = Math.max(Math.sqrt(sum), 1e-12);
    for (let i = from; i < from + dimensions; i++) rows[i] /= norm;
  }
}
