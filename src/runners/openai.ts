/** Any OpenAI-compatible server, through chat or plain completion: retries that honour Retry-After, a time limit, token and cost counts, log-probabilities. */
import OpenAI, { APIError } from 'openai';
import pRetry from 'p-retry';
import { type ChatMessage, type RenderedPrompt, type Runner, type RunnerAnswer, RunnerError, type RunnerRequest } from '../core/index.ts';

export interface OpenAiRunnerOptions {
  model: string;
  baseURL?: string;
  apiKey: string;
  /** Plain completion for base models; chat otherwise. */
  endpoint?: 'chat' | 'completion';
  concurrency?: number;
  maxOutputTokens?: number;
  temperature?: number;
  logprobs?: boolean;
  /** Of one try. */
  timeoutMs?: number;
  retries?: number;
  /** Least and longest wait between tries; Retry-After stands above both. */
  waitMs?: { least: number; longest: number };
  /** Dollars for a million tokens. */
  price?: { input: number; output: number };
  /** The time that Retry-After dates are compared with. */
  now?(): number;
}

/** A server that asks for more than ten minutes is asked again after ten. */
const LONGEST_ASKED_WAIT = 600_000;

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
  const client = new OpenAI({ apiKey, baseURL, maxRetries: 0, timeout: timeoutMs, logLevel: 'off' });
  const ask = endpoint === 'chat' ? askChat : askCompletion;
  const clean = (text: string) => withoutKey(text, apiKey);

  return {
    id: `openai:${model}${baseURL ? `@${withoutSecrets(baseURL)}` : ''}${endpoint === 'completion' ? '#completion' : ''}`,
    concurrency,
    settings: { endpoint, temperature, maxOutputTokens, logprobs },
    async predict(request) {
      const started = performance.now();
      const answer = await pRetry(() => within(timeoutMs, request.signal, (signal) => ask({ ...request, signal })), {
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
      });
      return { ...answer, ms: performance.now() - started };
    },
  };

  async function askChat({ prompt, seed, stop, signal }: RunnerRequest): Promise<Omit<RunnerAnswer, 'ms'>> {
    const completion = await client.chat.completions.create(
      {
        model,
        messages: toMessages(prompt),
        temperature,
        // OpenAI's own newer models know only the second name; other servers often only the first.
        ...(baseURL ? { max_tokens: maxOutputTokens } : { max_completion_tokens: maxOutputTokens }),
        seed,
        logprobs: logprobs || undefined,
        stop: toStop(stop),
      },
      { signal },
    );
    const choice = completion.choices?.[0];
    const text = choice?.message?.content;
    if (typeof text !== 'string') throw new WrongAnswer('the answer has no text');
    const words = choice?.logprobs?.content?.map(({ token, logprob }) => ({ token: clean(token), logprob: toLogprob(logprob) }));
    return { text: clean(text), raw: clean(text), usage: toUsage(completion.usage), ...(logprobs && words ? { logprobs: words } : {}) };
  }

  async function askCompletion({ prompt, seed, stop, signal }: RunnerRequest): Promise<Omit<RunnerAnswer, 'ms'>> {
    const completion = await client.completions.create(
      {
        model,
        prompt: toText(prompt),
        temperature,
        max_tokens: maxOutputTokens,
        seed,
        logprobs: logprobs ? 1 : undefined,
        stop: toStop(stop),
      },
      { signal },
    );
    const choice = completion.choices?.[0];
    const text = choice?.text;
    if (typeof text !== 'string') throw new WrongAnswer('the answer has no text');
    const { tokens = [], token_logprobs: values = [] } = choice?.logprobs ?? {};
    const words = tokens.map((token, i) => ({ token: clean(token), logprob: toLogprob(values[i]) }));
    return { text: clean(text), raw: clean(text), usage: toUsage(completion.usage), ...(logprobs ? { logprobs: words } : {}) };
  }

  function toUsage(usage: { prompt_tokens?: unknown; completion_tokens?: unknown } | undefined | null): RunnerAnswer['usage'] {
    if (!usage) return undefined;
    const [inputTokens, outputTokens] = [toCount(usage.prompt_tokens), toCount(usage.completion_tokens)];
    return { inputTokens, outputTokens, ...(price ? { cost: (inputTokens * price.input + outputTokens * price.output) / 1e6 } : {}) };
  }
}

/** Servers send what they like; what is written must be read again. */
function toCount(value: unknown): number {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? Math.round(value) : 0;
}

/** A probability of 0 is written as a very small one: JSON has no infinity. */
function toLogprob(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : -9999;
}

/** The server answered 200 with something else than an answer, or not in time: a later try may do better. */
class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
}

function isPassing(error: Error): boolean {
  if (error instanceof APIError && error.status !== undefined) return PASSING.has(error.status) || error.status >= 500;
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
    throw error;
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

/** The cause stays behind: what a server said may repeat what it was sent. */
function toRunnerError(error: unknown, { model, clean }: { model: string; clean(text: string): string }): RunnerError {
  const message = error instanceof Error ? error.message.split('\n')[0].slice(0, 300) : String(error);
  const retryable = error instanceof Error && isPassing(error);
  return new RunnerError(`${model}: ${clean(message)}`, { retryable });
}

/** Servers repeat keys in their messages; short ones are placeholders such as "none". */
function withoutKey(text: string, key: string): string {
  return key.length >= 8 ? text.replaceAll(key, '[key]') : text;
}

function toMessages(prompt: RenderedPrompt): ChatMessage[] {
  return typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : [...prompt];
}

function toText(prompt: RenderedPrompt): string {
  return typeof prompt === 'string' ? prompt : prompt.map(({ content }) => content).join('\n\n');
}

function toStop(stop: readonly string[] | undefined): string[] | undefined {
  return stop && stop.length > 0 ? [...stop] : undefined;
}

/** A server's address without a user name, password or query: it is written into folders and reports. */
function withoutSecrets(address: string): string {
  try {
    const url = new URL(address);
    return `${url.protocol}//${url.host}${url.pathname.replace(/\/$/, '')}`;
  } catch {
    return address;
  }
}
