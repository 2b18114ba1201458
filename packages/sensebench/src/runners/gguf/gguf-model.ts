/** A GGUF model on the CPU through node-llama-cpp: several parallel sequences that generate or score texts. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type ChatMessage, InputError, type RenderedPrompt } from '@sensebench/metrics/internal/core';
import { type ChatItem, importLlama, type LlamaModel, type LlamaSequence, type NextScores, type NextWanted } from './llama-library.ts';

export interface WriteOptions {
  maxTokens: number;
  temperature: number;
  seed: number;
  topK?: number;
  topP?: number;
  minP?: number;
  stop?: readonly string[];
  signal: AbortSignal;
}

export interface Written {
  text: string;
  tokens: number;
  ended: 'stop' | 'length';
}

export interface GgufModel {
  /** The tokens of a prompt, with messages rendered by the chat template of the file. */
  read(prompt: RenderedPrompt): number[];
  write(prompt: readonly number[], options: WriteOptions): Promise<Written>;
  /** The log-probability of each text after the prompt, for the likelier of its spellings with and without a leading space. */
  score(prompt: readonly number[], texts: readonly string[], signal: AbortSignal): Promise<number[]>;
  /** The log-probability of a text by itself, including its end, and the number of its tokens. */
  rate(text: string): Promise<{ logprob: number; tokens: number }>;
  close(): Promise<void>;
}

export interface GgufOptions {
  /** The number of parallel sequences. */
  sequences?: number;
  contextSize?: number;
  /** Half of the cores by default, because threads that wait for each other are slow on a busy machine. */
  threads?: number;
}

const LONGEST_CONTEXT = 4096;

export async function loadGgufModel(path: string, { sequences = 1, contextSize, threads }: GgufOptions = {}): Promise<GgufModel> {
  if (!existsSync(path)) throw new InputError('does not exist', { file: path, expected: 'a GGUF file' });
  const library = await importLlama();
  const used = threads ?? Math.max(1, Math.floor(availableParallelism() / 2));
  const llama = await library.getLlama({ gpu: false, build: 'never', logLevel: 'error', maxThreads: used, progressLogs: false });
  const model = await llama.loadModel({ modelPath: path }).catch((error: unknown) => {
    throw new InputError(`is not a model that llama.cpp can load: ${firstLine(error)}`, { file: path });
  });
  const room = Math.min(contextSize ?? LONGEST_CONTEXT, model.trainContextSize);
  const context = await model.createContext({ sequences, contextSize: room, threads: used });
  const lend = lender(Array.from({ length: sequences }, () => context.getSequence()));

  return {
    read: (prompt) => (typeof prompt === 'string' ? model.tokenize(prompt) : readChat(prompt)),
    write: (prompt, options) =>
      lend(prompt.slice(-Math.max(1, room - options.maxTokens)), (sequence, given) => writeText(model, sequence, given, options)),
    score: (prompt, texts, signal) =>
      lend(prompt.slice(-Math.max(1, room - 64)), async (sequence, given) => {
        signal.throwIfAborted();
        return scoreTexts(model, sequence, { given, texts });
      }),
    rate: (text) => lend([], (sequence) => rateText(model, sequence, { text, room })),
    async close() {
      await context.dispose();
      await model.dispose();
      await llama.dispose();
    },
  };

  function readChat(messages: readonly ChatMessage[]): number[] {
    const history = messages.map(
      ({ role, content }): ChatItem => (role === 'assistant' ? { type: 'model', response: [content] } : { type: role, text: content }),
    );
    const wrapper = chatWrapper();
    return wrapper
      .generateContextState({ chatHistory: [...history, { type: 'model', response: [] }] })
      .contextText.tokenize(model.tokenizer);
  }

  /** The template in the file, or the usual one of its architecture if it has none that can be read. */
  function chatWrapper() {
    try {
      return library.resolveChatWrapper(model, { type: 'jinjaTemplate' });
    } catch {
      return library.resolveChatWrapper(model);
    }
  }
}

type Task<T> = (sequence: LlamaSequence, given: readonly number[]) => Promise<T>;

/** Gives each task its own sequence. Tasks wait for a free one in the order of their arrival. */
function lender(free: LlamaSequence[]): <T>(prompt: readonly number[], task: Task<T>) => Promise<T> {
  const waiting: ((sequence: LlamaSequence) => void)[] = [];
  return async (prompt, task) => {
    const sequence = takeNearest(free, prompt) ?? (await new Promise<LlamaSequence>((resolve) => waiting.push(resolve)));
    try {
      return await task(sequence, await keepShared(sequence, prompt));
    } finally {
      const next = waiting.shift();
      if (next) next(sequence);
      else free.push(sequence);
    }
  };
}

/** The free sequence that shares the longest beginning with the prompt. */
function takeNearest(free: LlamaSequence[], prompt: readonly number[]): LlamaSequence | undefined {
  const shared = free.map(({ contextTokens }) => sharedTokens(contextTokens, prompt));
  return free.splice(shared.indexOf(Math.max(...shared)), 1)[0];
}

/** Cuts the sequence to its common beginning with the prompt and returns the rest of the prompt, which is at least its last token. */
async function keepShared(sequence: LlamaSequence, prompt: readonly number[]): Promise<readonly number[]> {
  const shared = Math.max(0, Math.min(sharedTokens(sequence.contextTokens, prompt), prompt.length - 1));
  if (shared > 0) await sequence.eraseContextTokenRanges([{ start: shared, end: sequence.nextTokenIndex }]);
  if (shared > 0 && sequence.nextTokenIndex === shared) return prompt.slice(shared);
  await sequence.clearHistory();
  return prompt;
}

function sharedTokens(held: readonly number[], prompt: readonly number[]): number {
  const differs = prompt.findIndex((token, i) => held[i] !== token);
  return differs === -1 ? prompt.length : differs;
}

async function writeText(model: LlamaModel, sequence: LlamaSequence, prompt: readonly number[], options: WriteOptions): Promise<Written> {
  const { maxTokens, stop = [], signal, temperature, seed, topK, topP, minP } = options;
  const written: number[] = [];
  for await (const token of sequence.evaluate(prompt, { temperature, seed, topK, topP, minP })) {
    signal.throwIfAborted();
    if (model.isEogToken(token)) break;
    written.push(token);
    const text = stop.length > 0 ? model.detokenize(written) : '';
    const cut = stop.map((mark) => text.indexOf(mark)).filter((place) => place >= 0);
    if (cut.length > 0) return { text: text.slice(0, Math.min(...cut)), tokens: written.length, ended: 'stop' };
    if (written.length >= maxTokens) return { text: model.detokenize(written), tokens: written.length, ended: 'length' };
  }
  // The library stops at the end token by itself.
  return { text: model.detokenize(written), tokens: written.length + 1, ended: 'stop' };
}

/** The log-probability of a text without tokens, which cannot be generated. JSON has no infinity. */
const LEAST_LOGPROB = -9999;

async function scoreTexts(
  model: LlamaModel,
  sequence: LlamaSequence,
  { given, texts }: { given: readonly number[]; texts: readonly string[] },
): Promise<number[]> {
  const spellings = texts.flatMap((text, of) =>
    [text, ` ${text}`].map((form) => ({ of, tokens: model.tokenize(form), sum: 0 })).filter(({ tokens }) => tokens.length > 0),
  );
  const firsts = [...new Set(spellings.map(({ tokens }) => tokens[0]))];
  // Tokens whose probabilities are not needed are evaluated in large batches, the others one by one.
  await sequence.evaluateWithoutGeneratingNewTokens(given.slice(0, -1));
  const [after] = await sequence.controlledEvaluate([asking(given[given.length - 1], firsts)]);
  const asked = sequence.nextTokenIndex;
  for (const spelling of spellings) {
    const { tokens } = spelling;
    spelling.sum += logprobOf(after, tokens[0]);
    if (tokens.length === 1) continue;
    const scores = await sequence.controlledEvaluate(tokens.slice(0, -1).map((token, i) => asking(token, [tokens[i + 1]])));
    for (const [i, score] of scores.entries()) spelling.sum += logprobOf(score, tokens[i + 1]);
    await sequence.eraseContextTokenRanges([{ start: asked, end: sequence.nextTokenIndex }]);
  }
  return texts.map((_, i) => Math.max(...spellings.filter(({ of }) => of === i).map(({ sum }) => sum), LEAST_LOGPROB));
}

async function rateText(model: LlamaModel, sequence: LlamaSequence, { text, room }: { text: string; room: number }) {
  const { bos, eos } = model.tokens;
  const words = model.tokenize(text).slice(0, room - 2);
  const tokens = [...(bos === null ? [] : [bos]), ...words, ...(eos === null ? [] : [eos])];
  const scores = await sequence.controlledEvaluate(tokens.slice(0, -1).map((token, i) => asking(token, [tokens[i + 1]])));
  return { logprob: scores.reduce((sum, score, i) => sum + logprobOf(score, tokens[i + 1]), 0), tokens: scores.length };
}

function asking(token: number, next: readonly number[]): [number, { generateNext: NextWanted }] {
  return [token, { generateNext: { logits: { filter: { tokens: next, includeTop: 1 } }, totalLogitWeight: true } }];
}

/** The sum of exp(logit − highest logit). */
function logprobOf(score: NextScores | undefined, token: number): number {
  const { logits, totalLogitWeight } = score?.next ?? {};
  const own = logits?.get(token);
  if (!logits || own === undefined || !totalLogitWeight) return LEAST_LOGPROB;
  return own - Math.max(...logits.values()) - Math.log(totalLogitWeight);
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0].slice(0, 200);
}
