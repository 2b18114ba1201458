/** Any OpenAI-compatible server, chat or completion: retries, a time limit, costs, log-probabilities of choices. */
import OpenAI, { APIError } from 'openai';
import pRetry from 'p-retry';
import {
  type ChatMessage,
  type Choice,
  estimateTokens,
  InputError,
  promptText,
  type RenderedPrompt,
  type Runner,
  type RunnerAnswer,
  RunnerError,
  type RunnerRequest,
  type ScoredChoices,
  SetupError,
} from '../core/index.ts';
import { boundedFetch, RefusedAnswer } from './bounded-fetch.ts';

export interface OpenAiRunnerOptions {
  model: string;
  baseURL?: string;
  apiKey: string;
  /** Plain completion for base models; chat otherwise. */
  endpoint?: 'chat' | 'completion';
  concurrency?: number;
  maxOutputTokens?: number;
  temperature?: number;
  /** Score the labels of choices by the probability of the first token, in place of reading the answer. */
  logprobs?: boolean;
  /** Time limit of one try. */
  timeoutMs?: number;
  retries?: number;
  /** Least and longest wait between tries; Retry-After overrides both. */
  waitMs?: { least: number; longest: number };
  /** Dollars for a million tokens. */
  price?: { input: number; output: number };
  /** The time that Retry-After dates are compared with. */
  now?(): number;
}

const OWN_ADDRESS = 'https://api.openai.com/v1';

/** A server that asks for more than ten minutes is asked again after ten. */
const LONGEST_ASKED_WAIT = 600_000;

/** So many likely tokens does the protocol give. */
const LIKELY_TOKENS = 20;

/** Statuses that a later try may cure. */
const PASSING = new Set([408, 409, 425, 429]);

export function createOpenAiRunner({
  model,
  baseURL,
  apiKey,
  endpoint = 'chat',
  concurrency = 8,
  maxOutputTokens = 128,
  temperature = 0,
  logprobs = false,
  timeoutMs = 60_000,
  retries = 8,
  waitMs = { least: 500, longest: 60_000 },
  price,
  now = Date.now,
}: OpenAiRunnerOptions): Runner {
  const key = apiKey.trim();
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new SetupError('the API key holds a space, a line break or another character that no key has', 'check OPENAI_API_KEY');
  const client = new OpenAI({ apiKey: key, baseURL, maxRetries: 0, timeout: timeoutMs, logLevel: 'off', fetch: boundedFetch });
  refuseSecrets(client.baseURL);
  // The client takes an address from the environment where none is given.
  const elsewhere = baseURL !== undefined || client.baseURL !== OWN_ADDRESS;
  const ask = endpoint === 'chat' ? askChat : askCompletion;
  const clean = (text: string) => withoutKey(text, key);

  return {
    id: `openai:${model}${elsewhere ? `@${withoutQuery(client.baseURL)}` : ''}${endpoint === 'completion' ? '#completion' : ''}`,
    takes: endpoint,
    concurrency,
    settings: { endpoint, temperature, maxOutputTokens, logprobs },
    depends: { address: withoutQuery(client.baseURL) },
    ...(logprobs ? { scores: 'label' as const } : {}),
    predict: (request) =>
      pRetry(() => within(timeoutMs, request.signal, (signal) => ask({ ...request, signal })), {
        retries,
        signal: request.signal,
        minTimeout: waitMs.least,
        maxTimeout: waitMs.longest,
        randomize: true,
        shouldRetry: ({ error }) => isPassing(error),
        onFailedAttempt: async ({ error, retriesLeft }) => {
          const asked = retryAfterMs(error, now());
          if (asked > 0 && retriesLeft > 0) await sleep(Math.min(asked, LONGEST_ASKED_WAIT), request.signal);
        },
      }).catch((error: unknown) => {
        request.signal.throwIfAborted();
        throw toRunnerError(error, { model, clean });
      }),
  };

  async function askChat({ prompt, seed, stop, signal, choices }: RunnerRequest): Promise<RunnerAnswer> {
    const scored = logprobs && choices !== undefined;
    const length = scored ? 1 : maxOutputTokens;
    const completion = await client.chat.completions.create(
      {
        model,
        messages: toMessages(prompt),
        temperature,
        // OpenAI's own newer models know only the second name; other servers often only the first.
        ...(elsewhere ? { max_tokens: length } : { max_completion_tokens: length }),
        seed,
        ...(scored ? { logprobs: true, top_logprobs: LIKELY_TOKENS } : { stop: toStop(stop) }),
      },
      { signal },
    );
    const first = completion.choices?.[0];
    const { content, refusal } = first?.message ?? {};
    const text = content ?? refusal;
    if (typeof text !== 'string') throw new WrongAnswer('the answer has no text');
    const reasoning = reasoningOf(first.message);
    return {
      text: clean(text),
      ...(scored ? { choices: scoreLabels(choices, first.logprobs?.content?.[0]?.top_logprobs) } : {}),
      ...(reasoning ? { reasoning: clean(reasoning) } : {}),
      ended: content === null ? 'refused' : toEnd(first.finish_reason),
      usage: toUsage(completion.usage, { prompt: promptText(prompt), answer: `${reasoning ?? ''}${text}` }),
    };
  }

  async function askCompletion({ prompt, seed, stop, signal, choices }: RunnerRequest): Promise<RunnerAnswer> {
    const scored = logprobs && choices !== undefined;
    const completion = await client.completions.create(
      {
        model,
        prompt: promptText(prompt),
        temperature,
        max_tokens: scored ? 1 : maxOutputTokens,
        seed,
        ...(scored ? { logprobs: LIKELY_TOKENS } : { stop: toStop(stop) }),
      },
      { signal },
    );
    const first = completion.choices?.[0];
    const text = first?.text;
    if (typeof text !== 'string') throw new WrongAnswer('the answer has no text');
    const likely = Object.entries(first.logprobs?.top_logprobs?.[0] ?? {}).map(([token, logprob]) => ({ token, logprob }));
    return {
      text: clean(text),
      ...(scored ? { choices: scoreLabels(choices, likely) } : {}),
      ended: toEnd(first.finish_reason),
      usage: toUsage(completion.usage, { prompt: promptText(prompt), answer: text }),
    };
  }

  /** A price without a count would never reach --max-cost: then the tokens are estimated. */
  function toUsage(sent: { prompt_tokens?: unknown; completion_tokens?: unknown } | undefined | null, said: Said): RunnerAnswer['usage'] {
    const counted = { inputTokens: toCount(sent?.prompt_tokens), outputTokens: toCount(sent?.completion_tokens) };
    if (!price) return sent ? counted : undefined;
    const estimated = counted.inputTokens + counted.outputTokens === 0;
    const { inputTokens, outputTokens } = estimated
      ? { inputTokens: estimateTokens(said.prompt), outputTokens: estimateTokens(said.answer) }
      : counted;
    const cost = (inputTokens * price.input + outputTokens * price.output) / 1e6;
    return { inputTokens, outputTokens, cost, ...(estimated ? { estimated } : {}) };
  }
}

interface Said {
  prompt: string;
  answer: string;
}

/** Servers send what they like; what is written must be read again. */
function toCount(value: unknown): number {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? Math.round(value) : 0;
}

/** A probability of 0 is written as a very small one: JSON has no infinity. */
const LEAST_LOGPROB = -9999;

/** The labels' share among the likely first tokens: "B", " B", and for longer labels any case. undefined where no label is among them; then the text is read. */
function scoreLabels(choices: readonly Choice[], likely: readonly { token: string; logprob: unknown }[] = []): ScoredChoices | undefined {
  const sums = choices.map(({ label }) => {
    const same = (token: string) => token === label || (label.length > 1 && token.toLowerCase() === label.toLowerCase());
    return likely.reduce(
      (sum, { token, logprob }) => (typeof logprob === 'number' && same(token.trim()) ? sum + Math.exp(logprob) : sum),
      0,
    );
  });
  if (sums.every((sum) => sum === 0)) return undefined;
  return { by: 'label', logprobs: sums.map((sum) => (sum > 0 ? Math.log(sum) : LEAST_LOGPROB)) };
}

function toEnd(reason: string | null | undefined): RunnerAnswer['ended'] {
  return reason === 'length' ? 'length' : reason === 'content_filter' ? 'refused' : 'stop';
}

/** Servers of open models send what the model thought beside the answer, under one of two names. */
function reasoningOf(message: object): string | undefined {
  const said = 'reasoning_content' in message ? message.reasoning_content : 'reasoning' in message ? message.reasoning : undefined;
  return typeof said === 'string' && said !== '' ? said : undefined;
}

/** The server answered 200 with something else than an answer, or not in time: a later try may do better. */
class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
}

function isPassing(error: Error): boolean {
  if (error instanceof APIError && error.status !== undefined) return PASSING.has(error.status) || error.status >= 500;
  if (error instanceof RefusedAnswer) return false;
  // No status: the connection broke, the time ended, or the body was cut or no JSON. A user's stop is seen by the signal.
  return true;
}

/** The whole answer must be there in time, its body too; the client's own limit ends with the head. */
async function within<T>(ms: number, outer: AbortSignal, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort(outer.reason);
  const timer = setTimeout(() => controller.abort(new Error('time limit')), ms);
  outer.addEventListener('abort', stop);
  try {
    outer.throwIfAborted();
    return await run(controller.signal);
  } catch (error) {
    if (controller.signal.aborted && !outer.aborted) throw new WrongAnswer(`no answer within ${ms / 1000} s`);
    // The client wraps what its fetch throws.
    throw error instanceof Error && error.cause instanceof RefusedAnswer ? error.cause : error;
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', stop);
  }
}

function retryAfterMs(error: Error, now: number): number {
  const header = error instanceof APIError ? error.headers?.get('retry-after') : undefined;
  if (!header) return 0;
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isFinite(wait) ? Math.max(0, wait) : 0;
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}

/** The cause is dropped: a server's error message can contain our prompt or key. */
function toRunnerError(error: unknown, { model, clean }: { model: string; clean(text: string): string }): RunnerError {
  const message = (error instanceof Error ? clean(error.message) : clean(String(error))).split('\n')[0].slice(0, 300);
  const retryable = error instanceof Error && isPassing(error);
  return new RunnerError(`${model}: ${message}`, { retryable });
}

/** Servers repeat keys in their messages; short ones are placeholders such as "none". */
function withoutKey(text: string, key: string): string {
  return key.length >= 8 ? text.replaceAll(key, '[key]') : text;
}

function toMessages(prompt: RenderedPrompt): ChatMessage[] {
  return typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : [...prompt];
}

function toStop(stop: readonly string[] | undefined): string[] | undefined {
  return stop && stop.length > 0 ? [...stop] : undefined;
}

/** An address is written into folders and reports, so it may hold no key. The message does not repeat it. */
function refuseSecrets(address: string): void {
  const url = /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : undefined;
  if (!url) throw new InputError('the address of the server is not a URL', { expected: 'openai:MODEL@http://127.0.0.1:8000/v1' });
  if (url.username || url.password)
    throw new InputError('the address of the server holds a user name or a password', { expected: 'the key in OPENAI_API_KEY' });
}

/** A query may hold a key. */
function withoutQuery(address: string): string {
  const url = new URL(address);
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/$/, '')}`;
}
