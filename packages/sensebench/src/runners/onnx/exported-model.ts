/** A generative model from the graphs that `optimum-cli export onnx` or transformers.js write. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { readJson } from '../../files/index.ts';
import { type OnnxRuntime, requireOnnxRuntime } from '../../nlp/embeddings/index.ts';
import { openCausal } from './causal-model.ts';
import type { GenerationRules, GenerativeModel } from './generative-model.ts';
import { type Graph, openGraph } from './graph.ts';
import { openSeq2Seq } from './seq2seq-model.ts';
import { loadTokenCodec, type TokenCodec } from './token-codec.ts';

const idsSchema = z.union([z.number(), z.array(z.number())]).nullish();
const settingsSchema = z.looseObject({
  eos_token_id: idsSchema,
  pad_token_id: z.number().nullish(),
  bos_token_id: z.number().nullish(),
  decoder_start_token_id: idsSchema,
  forced_bos_token_id: z.number().nullish(),
  forced_eos_token_id: idsSchema,
  length_penalty: z.number().nullish(),
  early_stopping: z.union([z.boolean(), z.literal('never')]).nullish(),
  no_repeat_ngram_size: z.number().nullish(),
  repetition_penalty: z.number().nullish(),
  min_length: z.number().nullish(),
  min_new_tokens: z.number().nullish(),
  bad_words_ids: z.array(z.array(z.number()).min(1)).nullish(),
  suppress_tokens: z.array(z.number()).nullish(),
  begin_suppress_tokens: z.array(z.number()).nullish(),
});
const configSchema = z.looseObject({
  ...settingsSchema.shape,
  is_encoder_decoder: z.boolean().nullish(),
  architectures: z.array(z.string()).nullish(),
  n_positions: z.number().nullish(),
  max_position_embeddings: z.number().nullish(),
});
/** Classification heads, which generate no text. */
const SORTS = /For(?:Sequence|Token|Image|Audio)Classification$|ForQuestionAnswering$|ForMultipleChoice$|ForMaskedLM$/;

/** The limit if the configuration has none. */
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
    // The paper's input lengths apply to seq2seq models; prompts with examples may be longer.
    usual: seq2seq ? {} : { maxInputTokens: positions ?? LONGEST_PROMPT },
    read(prompt, maxTokens) {
      const ids = codec.encode(prompt, { special: true });
      if (!seq2seq) return { ids: (rules.end.includes(ids[ids.length - 1]) && ids.length > 1 ? ids.slice(0, -1) : ids).slice(-maxTokens) };
      // The last special token ends the cut text.
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

interface FolderConfig {
  seq2seq: boolean;
  rules: GenerationRules;
  pad: number;
  /** The first decoder token of a seq2seq model. */
  start: number;
  /** The maximum number of tokens, if there is a limit. */
  positions?: number;
}

/** The settings of a Hugging Face folder: config.json and generation_config.json, interpreted as by `generate`. */
async function readFolderConfig(folder: string): Promise<FolderConfig> {
  const file = join(folder, 'config.json');
  if (!existsSync(file))
    throw new InputError('has no config.json', { file: folder, expected: 'a folder as optimum-cli export onnx writes it' });
  const config = await readJson(file, configSchema);
  const sorting = config.architectures?.find((name) => SORTS.test(name));
  if (sorting)
    throw new InputError(`is a ${sorting}, and onnx: needs a model that writes text`, { file, expected: 'a seq2seq or causal model' });
  const generation = join(folder, 'generation_config.json');
  const said = existsSync(generation) ? await readJson(generation, settingsSchema) : {};
  const settings = { ...withoutNull(config), ...withoutNull(said) } as z.infer<typeof settingsSchema>;
  const end = toList(settings.eos_token_id);
  if (end.length === 0) throw new InputError('names no eos_token_id, so that no text would end', { file });
  const [start = settings.bos_token_id ?? settings.pad_token_id ?? 0] = toList(settings.decoder_start_token_id);
  return {
    seq2seq: config.is_encoder_decoder ?? false,
    pad: settings.pad_token_id ?? end[0],
    start,
    positions: config.n_positions ?? config.max_position_embeddings ?? undefined,
    rules: toRules(settings, end),
  };
}

function toRules(settings: z.infer<typeof settingsSchema>, end: number[]): GenerationRules {
  const [forcedEnd] = toList(settings.forced_eos_token_id);
  return {
    end,
    lengthPenalty: settings.length_penalty ?? 1,
    earlyStopping: settings.early_stopping ?? false,
    noRepeatNgram: settings.no_repeat_ngram_size ?? 0,
    repetitionPenalty: settings.repetition_penalty ?? 1,
    minLength: settings.min_length ?? 0,
    minNewTokens: settings.min_new_tokens ?? 0,
    ...(settings.forced_bos_token_id == null ? {} : { forcedBegin: settings.forced_bos_token_id }),
    ...(forcedEnd === undefined ? {} : { forcedEnd }),
    // As in transformers, a bad word that is only the end token is ignored.
    badWords: (settings.bad_words_ids ?? []).filter((words) => !(words.length === 1 && end.includes(words[0]))),
    suppressed: settings.suppress_tokens ?? [],
    suppressedFirst: settings.begin_suppress_tokens ?? [],
  };
}

function toList(ids: number | number[] | null | undefined): number[] {
  return ids == null ? [] : typeof ids === 'number' ? [ids] : ids;
}

function withoutNull(settings: object): object {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== undefined));
}
