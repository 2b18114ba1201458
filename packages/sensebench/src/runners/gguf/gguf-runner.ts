/** Local models in GGUF (`gguf:FILE`): chat with the template of the file, completion, and log-probabilities of choices. */

import { basename } from 'node:path';
import {
  defineRunner,
  InputError,
  type LanguageModel,
  promptText,
  type Runner,
  type RunnerContext,
} from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { hashFile } from '../../files/index.ts';
import { splitReasoning, toMessages } from '../chat-text/index.ts';
import { type GgufModel, loadGgufModel } from './gguf-model.ts';

/** The model of `sensebench data add smollm2`. */
const SHIPPED_SEPARATELY = 'smollm2';

export interface GgufRunnerOptions {
  path: string;
  /** Replaces the name of the file. */
  name?: string;
  endpoint?: 'chat' | 'completion';
  concurrency?: number;
  maxOutputTokens?: number;
  temperature?: number;
  /** A system message before the prompt. */
  system?: string;
  params?: { top_k?: number; top_p?: number; min_p?: number; threads?: number; context?: number };
  load?: typeof loadGgufModel;
}

export async function createGgufRunner({
  path,
  name = basename(path),
  endpoint = 'chat',
  concurrency = 8,
  maxOutputTokens = 128,
  temperature = 0,
  system,
  params = {},
  load = loadGgufModel,
}: GgufRunnerOptions): Promise<Runner> {
  const { top_k: topK, top_p: topP, min_p: minP, threads, context } = params;
  const model = await load(path, { sequences: concurrency, threads, contextSize: context });
  const hash = await hashFile(path);
  return {
    id: `gguf:${name}#${hash.slice(0, 8)}${endpoint === 'completion' ? '#completion' : ''}`,
    takes: endpoint,
    concurrency,
    // Sequences share batches, so that sums can differ in their last digits.
    settings: { endpoint, temperature, maxOutputTokens, batch: concurrency, ...(system ? { system } : {}), ...params },
    depends: { model: hash },
    scores: 'text',
    close: () => model.close(),
    async predict({ prompt, choices = [], seed, stop, signal }) {
      const given = model.read(endpoint === 'chat' ? toMessages(prompt, system) : promptText(prompt));
      if (choices.length > 0) {
        const texts = choices.map(({ text }) => text);
        const logprobs = await model.score(given, texts, signal);
        const text = texts[logprobs.indexOf(Math.max(...logprobs))];
        return { text, choices: { by: 'text', logprobs }, usage: { inputTokens: given.length, outputTokens: 0 } };
      }
      const written = await model.write(given, { maxTokens: maxOutputTokens, temperature, seed, topK, topP, minP, stop, signal });
      return {
        ...splitReasoning(written.text),
        ended: written.ended,
        usage: { inputTokens: given.length, outputTokens: written.tokens },
      };
    },
  };
}

export type GgufLanguageModel = LanguageModel & Pick<GgufModel, 'rate' | 'close'>;

/** `gguf:FILE` as a language model: perplexity of texts. */
export async function loadLanguageModel(spec: string, dataFile: RunnerContext['dataFile']): Promise<GgufLanguageModel> {
  const [, file] = /^gguf:(.+)$/.exec(spec) ?? [];
  if (!file) throw new InputError(`there is no language model "${spec}"`, { expected: `gguf:${SHIPPED_SEPARATELY} or gguf:FILE` });
  const { path, name = basename(path) } = findGguf(file, dataFile);
  const model = await loadGgufModel(path);
  return {
    id: `gguf:${name}#${(await hashFile(path)).slice(0, 8)}`,
    rate: model.rate,
    close: model.close,
    async logprob(texts) {
      const logprobs: number[] = [];
      for (const text of texts) logprobs.push((await model.rate(text)).logprob);
      return logprobs;
    },
  };
}

export const gguf = defineRunner({
  name: 'gguf',
  summary: 'a GGUF file on this machine, through node-llama-cpp',
  target: { grammar: 'FILE', path: true, words: [SHIPPED_SEPARATELY] },
  options: z.object({
    temperature: z.number().min(0).default(0).describe('0 takes the likeliest tokens'),
    maxTokens: z.number().int().positive().optional().describe("longest answer in tokens (default: the paper's, or else 128)"),
    endpoint: z.enum(['chat', 'completion']).default('chat').describe('chat: the chat template of the file; completion: plain text'),
    system: z.string().optional().describe('a system message before the prompt'),
    concurrency: z.number().int().positive().default(8).describe('number of parallel sequences'),
    topK: z.number().int().nonnegative().optional().describe('sample from the k likeliest tokens'),
    topP: z.number().positive().max(1).optional().describe('sample from the likeliest tokens with this total probability'),
    minP: z.number().nonnegative().max(1).optional().describe('lowest probability of a token, as a share of the likeliest'),
    threads: z.number().int().positive().optional().describe('processor threads'),
    context: z.number().int().positive().optional().describe('size of the context in tokens'),
  }),
  examples: [`gguf:${SHIPPED_SEPARATELY}`, 'gguf:model.gguf(max-tokens=64,threads=4)'],
  create({ target, options }, { benchmark, dataFile }) {
    const { maxTokens, topK, topP, minP, threads, context, ...others } = options;
    return createGgufRunner({
      ...others,
      ...findGguf(target, dataFile),
      maxOutputTokens: maxTokens ?? benchmark?.decoding?.maxOutputTokens,
      params: present({ top_k: topK, top_p: topP, min_p: minP, threads, context }),
    });
  },
});

/** Finds a file by its path, or by the name under which `sensebench data add` stores it. */
function findGguf(file: string, dataFile: RunnerContext['dataFile']): { path: string; name?: string } {
  return file === SHIPPED_SEPARATELY ? { path: dataFile(file), name: file } : { path: file };
}

/** Removes undefined values, which run.json would not store. */
function present<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}
