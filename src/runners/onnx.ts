/** Local seq2seq and causal models in ONNX (`onnx:FOLDER`): beam search, or the log-probability of each choice. */
import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { type Item, type RenderedPrompt, type Runner, SetupError } from '../core/index.ts';
import { hashFile, readJson, sha256 } from '../files/index.ts';
import { silenceOnnxRuntime } from '../nlp/embeddings/index.ts';
import { constrainedBeamSearch, type NextTokenScorer } from '../nlp/language-models/index.ts';

/** The part of a model that beam search needs; token ids are those of its tokenizer. */
export interface TokenModel {
  id: string;
  /** Hash of the model's files. */
  depends?: Readonly<Record<string, string>>;
  vocabularySize: number;
  end: number;
  /** Ids that are never written: padding, begin of text. */
  hidden: readonly number[];
  encode(text: string, options: { special: boolean }): number[];
  decode(ids: readonly number[]): string;
  /** Logits of the next token after each prefix of the output. */
  next(input: readonly number[], prefixes: readonly (readonly number[])[]): Promise<readonly Float32Array[]>;
  close?(): Promise<void>;
}

export interface OnnxRunnerOptions {
  model: TokenModel;
  beams?: number;
  maxInputTokens?: number;
  maxOutputTokens?: number;
  /** Give the best so many of the texts that the search finishes. */
  nbest?: number;
  /** Words that must be in the output: `--decode dba`, as in CommonGen's Table 5. */
  keywords?(item: Item): readonly string[];
}

export function createOnnxRunner({
  model,
  beams = 4,
  maxInputTokens = 64,
  maxOutputTokens = 128,
  nbest,
  keywords,
}: OnnxRunnerOptions): Runner {
  const vocabulary = Array.from({ length: model.vocabularySize }, (_, id) => String(id));
  const base = { vocabulary, end: String(model.end), hidden: new Set(model.hidden.map(String)), unknown: model.hidden[0] ?? model.end };
  return {
    id: `onnx:${model.id}`,
    settings: { beams, maxInputTokens, maxOutputTokens, decode: keywords ? 'dba' : 'beam', ...(nbest ? { nbest } : {}) },
    nbest,
    depends: model.depends,
    scores: 'text',
    close: model.close?.bind(model),
    async predict({ item, prompt, choices = [] }) {
      const input = model.encode(toText(prompt), { special: true }).slice(0, maxInputTokens);
      if (choices.length > 0) {
        const logprobs = await scoreTexts(
          model,
          input,
          choices.map(({ text }) => text),
        );
        const { text } = choices[logprobs.indexOf(Math.max(...logprobs))];
        return { text, choices: { by: 'text', logprobs }, usage: { inputTokens: input.length, outputTokens: 0 } };
      }
      const scorer: NextTokenScorer = {
        ...base,
        score: async (prefixes) =>
          (
            await model.next(
              input,
              prefixes.map((prefix) => prefix.map(Number)),
            )
          ).map(logSoftmax),
      };
      // A word may begin the output or follow a space; both spellings of its tokens meet the constraint.
      const wanted = (keywords?.(item) ?? []).map((word) =>
        [word, ` ${word}`].map((form) => model.encode(form, { special: false }).map(String)),
      );
      const found = await constrainedBeamSearch(scorer, wanted, {
        beam: Math.max(beams, keywords ? 2 * wanted.length : 0),
        maxLength: maxOutputTokens,
        stop: 'best',
        most: nbest,
      });
      const ranked = found.map(({ tokens, score }) => ({ text: model.decode(tokens.map(Number)), score }));
      return {
        text: ranked[0]?.text ?? '',
        ...(nbest ? { nbest: ranked } : {}),
        usage: { inputTokens: input.length, outputTokens: found[0]?.tokens.length ?? 0 },
      };
    },
  };
}

/** The log-probability of each text as the output: the sum over its tokens. Its first word may have a space before it or not; the likelier spelling counts. */
async function scoreTexts(model: TokenModel, input: readonly number[], texts: readonly string[]): Promise<number[]> {
  const spellings = texts.flatMap((text, of) =>
    [text, ` ${text}`].map((form) => ({ of, ids: model.encode(form, { special: false }), sum: 0 })),
  );
  const longest = Math.max(...spellings.map(({ ids }) => ids.length));
  for (let length = 0; length < longest; length++) {
    // Prefixes of one length go through the model together; equal ones once.
    const open = spellings.filter(({ ids }) => ids.length > length);
    const prefixes = new Map(open.map(({ ids }) => [ids.slice(0, length).join(' '), ids.slice(0, length)]));
    const rows = await model.next(input, [...prefixes.values()]);
    const scored = new Map([...prefixes.keys()].map((key, i) => [key, logSoftmax(rows[i])]));
    for (const spelling of open) spelling.sum += scored.get(spelling.ids.slice(0, length).join(' '))?.[spelling.ids[length]] ?? 0;
  }
  return texts.map((_, i) =>
    Math.max(...spellings.filter(({ of, ids }) => of === i && ids.length > 0).map(({ sum }) => sum), LEAST_LOGPROB),
  );
}

/** A text without tokens cannot be said; JSON has no infinity. */
const LEAST_LOGPROB = -9999;

function toText(prompt: RenderedPrompt): string {
  return typeof prompt === 'string' ? prompt : prompt.map(({ content }) => content).join('\n\n');
}

function logSoftmax(logits: Float32Array): Float32Array {
  let most = Number.NEGATIVE_INFINITY;
  for (const value of logits) if (value > most) most = value;
  let sum = 0;
  for (const value of logits) sum += Math.exp(value - most);
  const shift = most + Math.log(sum);
  return logits.map((value) => value - shift);
}

const configSchema = z.looseObject({
  is_encoder_decoder: z.boolean().default(false),
  vocab_size: z.number().int(),
  eos_token_id: z.union([
    z.number(),
    z
      .array(z.number())
      .min(1)
      .transform(([first]) => first),
  ]),
  pad_token_id: z.number().nullish(),
  bos_token_id: z.number().nullish(),
  decoder_start_token_id: z.number().nullish(),
});

/** The part of @huggingface/transformers that is used here. */
interface Transformers {
  env: { allowRemoteModels: boolean };
  Tensor: new (type: 'int64', data: BigInt64Array, dims: number[]) => unknown;
  AutoTokenizer: { from_pretrained(path: string, options: object): Promise<TransformersTokenizer> };
  AutoModelForSeq2SeqLM: { from_pretrained(path: string, options: object): Promise<TransformersModel> };
  AutoModelForCausalLM: { from_pretrained(path: string, options: object): Promise<TransformersModel> };
}

interface TransformersTokenizer {
  encode(text: string, options: { add_special_tokens: boolean }): number[];
  decode(ids: number[], options: { skip_special_tokens: boolean }): string;
}

type TransformersModel = ((inputs: Record<string, unknown>) => Promise<{ logits: { data: Float32Array; dims: number[] } }>) & {
  dispose(): Promise<unknown>;
};

/** Reads config.json, tokenizer and onnx/ of a folder as `optimum-cli export onnx` writes it. Nothing is fetched. */
export async function loadOnnxModel(folder: string, { load = importTransformers } = {}): Promise<TokenModel> {
  const config = await readJson(resolve(folder, 'config.json'), configSchema);
  const { env, Tensor, AutoTokenizer, AutoModelForSeq2SeqLM, AutoModelForCausalLM } = await load();
  env.allowRemoteModels = false;
  const path = resolve(folder);
  const options = { local_files_only: true };
  const tokenizer = await AutoTokenizer.from_pretrained(path, options);
  const seq2seq = config.is_encoder_decoder;
  const model = await (seq2seq ? AutoModelForSeq2SeqLM : AutoModelForCausalLM).from_pretrained(path, options);
  const start = config.decoder_start_token_id ?? config.pad_token_id ?? config.bos_token_id ?? 0;
  const tensor = (rows: readonly (readonly number[])[]) =>
    new Tensor('int64', BigInt64Array.from(rows.flat(), BigInt), [rows.length, rows[0].length]);

  const hash = await hashModel(path);
  return {
    // Folder names such as "checkpoint" or "model" are not names of systems.
    id: `${basename(path)}#${hash.slice(0, 8)}`,
    depends: { model: hash },
    vocabularySize: config.vocab_size,
    end: config.eos_token_id,
    hidden: [config.pad_token_id, config.bos_token_id, config.decoder_start_token_id].filter(
      (id): id is number => typeof id === 'number' && id !== config.eos_token_id,
    ),
    // A causal model goes on with the prompt, so nothing may end it.
    encode: (text, { special }) => tokenizer.encode(text, { add_special_tokens: special && seq2seq }),
    decode: (ids) => tokenizer.decode([...ids], { skip_special_tokens: true }).trim(),
    // Prefixes of one step have one length, so they go through the model together.
    async next(input, prefixes) {
      const whole = prefixes.map((prefix) => (seq2seq ? input : [...input, ...prefix]));
      const inputs = { input_ids: tensor(whole), attention_mask: tensor(whole.map((row) => row.map(() => 1))) };
      const started = { decoder_input_ids: tensor(prefixes.map((prefix) => [start, ...prefix])) };
      const { logits } = await model(seq2seq ? { ...inputs, ...started } : inputs);
      const width = logits.dims.at(-1) ?? config.vocab_size;
      const each = logits.data.length / prefixes.length;
      return prefixes.map((_, row) => logits.data.slice((row + 1) * each - width, (row + 1) * each));
    },
    close: async () => {
      await model.dispose();
    },
  };
}

/** By names and contents: two checkpoints of one model differ in nothing else. */
async function hashModel(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const described: string[] = [];
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    described.push(`${path.slice(folder.length).replaceAll('\\', '/')} ${await hashFile(path)}`);
  }
  return sha256(described.sort().join('\n'));
}

async function importTransformers(): Promise<Transformers> {
  const name = '@huggingface/transformers';
  silenceOnnxRuntime();
  try {
    return (await import(name)) as Transformers;
  } catch {
    throw new SetupError(`onnx: models need the package ${name}`, `npm install ${name}`);
  }
}
