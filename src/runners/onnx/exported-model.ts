/** A model as `optimum-cli export onnx` or transformers.js leave it: which graphs there are, and a generative model from them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../core/index.ts';
import { type OnnxRuntime, requireOnnxRuntime } from '../../nlp/embeddings/index.ts';
import { openCausal } from './causal-model.ts';
import { type FolderConfig, readFolderConfig } from './folder-config.ts';
import type { GenerativeModel } from './generative-model.ts';
import { type Graph, openGraph } from './graph.ts';
import { openSeq2Seq } from './seq2seq-model.ts';
import { loadTokenCodec, type TokenCodec } from './token-codec.ts';

/** Where the configuration names no limit. */
const LONGEST_PROMPT = 2048;

const SUFFIXES = ['', '_quantized', '_int8', '_fp16'];

export async function loadExportedModel(folder: string): Promise<GenerativeModel> {
  const config = await readFolderConfig(folder);
  const codec = await loadTokenCodec(folder);
  const runtime = await requireOnnxRuntime();
  const open: Opened[] = [];
  const load = async (names: readonly string[]) => {
    const path = findGraph(folder, names);
    if (!path) return undefined;
    const graph = await openGraph(runtime, path);
    open.push({ graph, path });
    return { graph, path };
  };
  const loading = { folder, runtime, config, codec, load };
  const start = config.seq2seq ? await loadSeq2Seq(loading) : await loadCausal(loading);
  const { rules, seq2seq, positions } = config;
  return {
    takes: seq2seq ? 'seq2seq' : 'completion',
    rules,
    // A prompt with examples is as long as it is; what a paper says about lengths is about seq2seq models.
    usual: seq2seq ? {} : { maxInputTokens: positions ?? LONGEST_PROMPT },
    read(prompt, maxTokens) {
      const ids = codec.encode(prompt, { special: true });
      if (!seq2seq) return { ids: (rules.end.includes(ids[ids.length - 1]) && ids.length > 1 ? ids.slice(0, -1) : ids).slice(-maxTokens) };
      // The last special token closes the text that was cut.
      return { ids: ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ids[ids.length - 1]] };
    },
    encode: (text) => codec.encode(text, { special: false }),
    continuesWord: codec.continuesWord,
    open: start,
    close: async () => {
      for (const { graph } of open) await graph.close();
    },
  };
}

interface Opened {
  graph: Graph;
  path: string;
}

interface Loading {
  folder: string;
  runtime: OnnxRuntime;
  config: FolderConfig;
  codec: TokenCodec;
  load(names: readonly string[]): Promise<Opened | undefined>;
}

async function loadSeq2Seq({ folder, runtime, config, codec, load }: Loading): Promise<GenerativeModel['open']> {
  const encoder = await load(['encoder_model']);
  if (!encoder) throw new InputError('has no encoder_model.onnx', { file: folder, expected: 'it there or in onnx/' });
  const merged = await load(['decoder_model_merged']);
  const decoder = merged ?? (await load(['decoder_model']));
  if (!decoder)
    throw new InputError('has no decoder_model.onnx or decoder_model_merged.onnx', { file: folder, expected: 'one there or in onnx/' });
  const withPast = merged ? undefined : await load(['decoder_with_past_model']);
  demandScores(decoder);
  const graphs = { encoder: encoder.graph, decoder: decoder.graph, withPast: withPast?.graph, file: decoder.path };
  return (inputs) => openSeq2Seq(inputs, { runtime, graphs, codec, pad: config.pad, start: config.start });
}

async function loadCausal({ folder, runtime, config, codec, load }: Loading): Promise<GenerativeModel['open']> {
  const main = await load(['decoder_model_merged', 'model', 'decoder_model']);
  if (!main) throw new InputError('has no model.onnx', { file: folder, expected: 'it there or in onnx/' });
  demandScores(main);
  const cached = main.graph.inputs.some((name) => name.startsWith('past_key_values.'));
  const withPast = cached ? undefined : await load(['decoder_with_past_model']);
  return (inputs) => openCausal(inputs, { runtime, graph: main.graph, withPast: withPast?.graph, file: main.path, codec, pad: config.pad });
}

function demandScores({ graph, path }: Opened): void {
  if (!graph.outputs.includes('logits'))
    throw new InputError(`has no output logits (it has ${graph.outputs.slice(0, 3).join(', ')})`, {
      file: path,
      expected: 'a model that writes text',
    });
  if (!graph.inputs.includes('input_ids')) throw new InputError('has no input input_ids', { file: path });
}

function findGraph(folder: string, names: readonly string[]): string | undefined {
  const paths = names.flatMap((name) => SUFFIXES.flatMap((suffix) => [`${name}${suffix}.onnx`, `onnx/${name}${suffix}.onnx`]));
  return paths.map((path) => join(folder, path)).find(existsSync);
}
