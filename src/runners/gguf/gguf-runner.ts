/** Local models in GGUF (`gguf:FILE`): chat by the file's own template, completion, and log-probabilities of choices. */
import { basename } from 'node:path';
import { type LanguageModel, promptText, type Runner } from '../../core/index.ts';
import { hashFile } from '../../files/index.ts';
import { splitReasoning, toMessages } from '../chat-text/index.ts';
import { type GgufModel, loadGgufModel } from './gguf-model.ts';

export interface GgufRunnerOptions {
  path: string;
  /** In place of the file's name. */
  name?: string;
  endpoint?: 'chat' | 'completion';
  concurrency?: number;
  maxOutputTokens?: number;
  temperature?: number;
  /** A first message for the model, before what the prompt says. */
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
    // Sequences share the batches of the library, so that sums can differ in their last digits.
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

/** The same file as a language model: perplexity of texts. */
export async function loadGgufLanguageModel(
  path: string,
  { name = basename(path) }: { name?: string } = {},
): Promise<LanguageModel & Pick<GgufModel, 'rate' | 'close'>> {
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
