/** An encoder folder as Hugging Face exports them: config.json, tokenizer.json and an ONNX file. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { SetupError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { padBatch } from './embed-texts.ts';
import { openSession, requireOnnxRuntime } from './onnx-runtime.ts';
import { loadPieceTokenizer, type PieceTokenizer } from './word-pieces.ts';

const Config = z.looseObject({
  hidden_size: z.number().int().positive().optional(),
  dim: z.number().int().positive().optional(),
  num_hidden_layers: z.number().int().positive().optional(),
  n_layers: z.number().int().positive().optional(),
  max_position_embeddings: z.number().int().positive().optional(),
});

export interface ModelFolder {
  id: string;
  /** Hash of the model and its tokenizer. */
  hash(): Promise<string>;
  dimensions: number;
  layers: number;
  outputs: readonly string[];
  tokenizer: PieceTokenizer;
  /** One output of the model for a batch: batch × length × width numbers (or batch × width), with the padded length. */
  run(batch: readonly number[][], output: string): Promise<{ data: Float32Array; length: number; dims: readonly number[] }>;
}

export async function openModelFolder(
  folder: string,
  { threads = 0, maxTokens }: { threads?: number; maxTokens?: number } = {},
): Promise<ModelFolder> {
  const find = (what: string, names: readonly string[]) => {
    const path = names.map((name) => join(folder, name)).find(existsSync);
    if (!path) throw new SetupError(`${folder} has no ${what}`, `put ${names[0]} there`);
    return path;
  };
  const model = find('ONNX model', ['model.onnx', 'onnx/model.onnx', 'onnx/model_quantized.onnx', 'model_quantized.onnx']);
  const tokens = find('tokenizer', ['tokenizer.json']);
  const config = Config.parse(JSON.parse(await readFile(find('configuration', ['config.json']), 'utf8')));
  const limit = maxTokens ?? Math.min(config.max_position_embeddings ?? 512, 512);
  const runtime = await requireOnnxRuntime();
  const [tokenizer, session] = await Promise.all([
    loadPieceTokenizer(tokens, { maxTokens: limit }),
    openSession(runtime, model, { threads }),
  ]);
  return {
    id: basename(resolve(folder)),
    async hash() {
      const hash = createHash('sha256');
      for (const path of [model, tokens]) for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
      return hash.digest('hex');
    },
    dimensions: config.hidden_size ?? config.dim ?? 0,
    layers: config.num_hidden_layers ?? config.n_layers ?? 0,
    outputs: session.outputNames,
    tokenizer,
    async run(batch, output) {
      const { ids, mask, length } = padBatch(batch, tokenizer.padId);
      const tensor = (data: Int32Array) => new runtime.Tensor('int64', BigInt64Array.from(data, BigInt), [batch.length, length]);
      const given: Record<string, Int32Array> = { input_ids: ids, attention_mask: mask, token_type_ids: new Int32Array(ids.length) };
      const feeds = Object.fromEntries(session.inputNames.filter((name) => name in given).map((name) => [name, tensor(given[name])]));
      const result = (await session.run(feeds, [output]))[output];
      return { data: result.data as Float32Array, length, dims: result.dims };
    },
  };
}
