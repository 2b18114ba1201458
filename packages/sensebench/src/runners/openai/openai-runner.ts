/** Any OpenAI-compatible server, chat or completion: retries, a time limit, streams, costs, log-probabilities of choices. */

import {
  defineRunner,
  estimateTokens,
  InputError,
  promptText,
  type Runner,
  type RunnerAnswer,
  RunnerError,
  type RunnerRequest,
  SetupError,
  type TokenPrice,
  version,
} from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { toMessages } from '../chat-text/index.ts';
import { createAskAgain, isPassing, toRunnerError, within } from './ask-again.ts';
import { postJson, StatusError } from './post-json.ts';
import { type Completion, readCompletion } from './read-completion.ts';
import { LIKELY_TOKENS, scoreLabels } from './score-labels.ts';
import { accountHeaders, addressIn, endpointAt, OWN_ADDRESS, refuseSecrets, withoutKey, withoutQuery } from './server-address.ts';

export interface OpenAiRunnerOptions {
  model: string;
  baseURL?: string;
  apiKey: string;
  /** Plain completion for base models; chat otherwise. */
  endpoint?: 'chat' | 'completion';
  concurrency?: number;
  maxOutputTokens?: number;
  temperature?: number;
  /**
   * Choices by the probability of their labels as the first token: always (`on`), where the server can (`auto`), or never (`off`).
   * A server that cannot is found out with the first item; then the answers are read, with a warning.
   */
  logprobs?: 'on' | 'auto' | 'off';
  /** A first message for the model, before what the prompt says. */
  system?: string;
  /** Ask for a stream of pieces. */
  stream?: boolean;
  /** Further fields of each request. */
  params?: Readonly<Record<string, unknown>>;
  /** Time limit of one try. */
  timeoutMs?: number;
  retries?: number;
  /** Least and longest wait between tries; Retry-After overrides both. */
  waitMs?: { least: number; longest: number };
  /** Dollars for a million tokens. */
  price?: TokenPrice;
  /** Told once each: no log-probabilities, another model answers. */
  warn?(line: string): void;
  /** Told of failed requests that are sent again. */
  say?(line: string): void;
  /** Where the address is looked for if none is given; default: the environment of the process. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** The time that Retry-After dates are compared with. */
  now?(): number;
}

export function createOpenAiRunner({
  model,
  baseURL,
  apiKey,
  endpoint = 'chat',
  concurrency = 8,
  maxOutputTokens = 128,
  temperature = 0,
  logprobs = 'auto',
  system,
  stream = false,
  params = {},
  timeoutMs = 60_000,
  retries = 8,
  waitMs = { least: 500, longest: 60_000 },
  price,
  warn,
  say,
  environment = process.env,
  now = Date.now,
}: OpenAiRunnerOptions): Runner {
  const key = apiKey.trim();
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new SetupError('the API key holds a space, a line break or another character that no key has', 'check OPENAI_API_KEY');
  const server = baseURL ?? addressIn(environment);
  refuseSecrets(server);
  const address = withoutQuery(server);
  const elsewhere = baseURL !== undefined || server !== OWN_ADDRESS;
  const headers = { authorization: `Bearer ${key}`, 'user-agent': `sensebench/${version}`, ...accountHeaders(environment) };
  const clean = (text: string) => withoutKey(text, key);
  const askAgain = createAskAgain({ address, retries, waitMs, now, say });
  let scoring = logprobs !== 'off';
  let served: string | undefined;

  return {
    id: `openai:${model}${elsewhere ? `@${address}` : ''}${endpoint === 'completion' ? '#completion' : ''}`,
    takes: endpoint,
    price,
    concurrency,
    settings: {
      endpoint,
      temperature,
      maxOutputTokens,
      logprobs,
      ...(system ? { system } : {}),
      ...(stream ? { stream } : {}),
      ...flat(params),
    },
    depends: { address },
    ...(logprobs !== 'off' ? { scores: 'label' as const } : {}),
    predict: (request) => answer(request),
  };

  async function answer(request: RunnerRequest): Promise<RunnerAnswer> {
    const { choices } = request;
    if (!choices || !scoring) return toAnswer(await ask(request, {}), request);
    const first = await ask(request, { scored: true }).catch((error: unknown) => {
      // A server without log-probabilities may also refuse to be asked for them.
      if (error instanceof StatusError && [400, 404, 422, 501].includes(error.status)) return undefined;
      throw error;
    });
    if (first?.likely && first.likely.length > 0) {
      const scored = scoreLabels(choices, first.likely);
      if (scored) return { ...toAnswer(first, request), choices: scored };
    } else if (logprobs === 'on') {
      throw new RunnerError(`${model}: ${address} gives no log-probabilities`, { retryable: false });
    } else if (scoring) {
      scoring = false;
      warn?.(`${address} gives no log-probabilities: the choices are read from the answers`);
    }
    // No label is among the likely first tokens: what the model says in full may name one.
    return toAnswer(await ask(request, {}), request, first);
  }

  function ask(request: RunnerRequest, { scored = false }: { scored?: boolean }): Promise<Completion> {
    const run = () => within(timeoutMs, request.signal, (signal) => post(request, { signal, scored }));
    return askAgain(request.signal, run).catch((error: unknown) => {
      request.signal.throwIfAborted();
      if (scored && error instanceof StatusError && !isPassing(error)) throw error;
      throw toRunnerError(error, { model, address, clean });
    });
  }

  async function post(
    { prompt, seed, stop }: RunnerRequest,
    { signal, scored }: { signal: AbortSignal; scored: boolean },
  ): Promise<Completion> {
    const length = scored ? 1 : maxOutputTokens;
    const chat = endpoint === 'chat';
    const body = {
      model,
      ...(chat ? { messages: toMessages(prompt, system) } : { prompt: system ? `${system}\n\n${promptText(prompt)}` : promptText(prompt) }),
      temperature,
      // OpenAI's own newer models know only the second name; other servers often only the first.
      ...(chat && !elsewhere ? { max_completion_tokens: length } : { max_tokens: length }),
      seed,
      ...(scored ? (chat ? { logprobs: true, top_logprobs: LIKELY_TOKENS } : { logprobs: LIKELY_TOKENS }) : {}),
      ...(!scored && stop && stop.length > 0 ? { stop: [...stop] } : {}),
      ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
      ...params,
    };
    const url = endpointAt(server, chat ? 'chat/completions' : 'completions');
    const completion = readCompletion(await postJson(url, { body, headers, signal }));
    noteModel(completion.model);
    return completion;
  }

  /** A long name for the asked one is usual ("gpt-4o-mini-2024-07-18"); two names in one run are not. */
  function noteModel(name: string | undefined): void {
    if (name === undefined || name === served) return;
    if (served !== undefined) warn?.(`${address} answers with the model "${clean(name)}" now, and with "${clean(served)}" before`);
    served = name;
  }

  function toAnswer({ text, reasoning, ended, usage }: Completion, { prompt }: RunnerRequest, earlier?: Completion): RunnerAnswer {
    return {
      text: clean(text),
      ...(reasoning ? { reasoning: clean(reasoning) } : {}),
      ended,
      usage: toUsage(addUsage(usage, earlier?.usage), { prompt: promptText(prompt), answer: `${reasoning ?? ''}${text}` }),
    };
  }

  /** A price without a count would never reach --max-cost: then the tokens are estimated. */
  function toUsage(sent: Completion['usage'], said: { prompt: string; answer: string }): RunnerAnswer['usage'] {
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

/** Both requests are paid for. */
function addUsage(usage: Completion['usage'], earlier: Completion['usage']): Completion['usage'] {
  if (!usage || !earlier) return usage;
  const sum = (name: 'prompt_tokens' | 'completion_tokens') => toCount(usage[name]) + toCount(earlier[name]);
  return { prompt_tokens: sum('prompt_tokens'), completion_tokens: sum('completion_tokens') };
}

/** Servers send what they like; what is written must be read again. */
function toCount(value: unknown): number {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? Math.round(value) : 0;
}

/** Parameters as run.json keeps them. */
function flat(params: Readonly<Record<string, unknown>>): Record<string, string | number | boolean | null> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null
        ? value
        : JSON.stringify(value),
    ]),
  );
}

export const openai = defineRunner({
  name: 'openai',
  summary: 'a server that speaks the protocol of OpenAI (OPENAI_API_KEY, OPENAI_BASE_URL)',
  target: { grammar: 'MODEL[@baseURL]', short: (target) => target.replace(/@.*$/s, '') },
  options: z.object({
    temperature: z.number().min(0).default(0).describe('0: the likeliest answer'),
    maxTokens: z.number().int().positive().optional().describe("longest answer (default: the paper's, else 128)"),
    endpoint: z.enum(['chat', 'completion']).default('chat').describe('completion: plain text, for base models'),
    system: z.string().optional().describe('a system message, before what the prompt says'),
    choices: z
      .enum(['auto', 'logprobs', 'named'])
      .default('auto')
      .describe(
        'logprobs: the likeliest label, and an error where the server gives no log-probabilities; named: the choice that the answer names; auto: logprobs where the server gives them',
      ),
    concurrency: z.number().int().positive().default(8).describe('requests under way at once'),
    timeout: z.number().positive().default(60).describe('seconds for one request'),
    retries: z.number().int().min(0).default(8).describe('how often a failed request is sent again'),
    stream: z.boolean().default(false).describe('ask for a stream'),
    price: z.string().optional().describe('dollars for a million input and output tokens, like 0.15/0.60'),
    body: z.record(z.string(), z.unknown()).optional().describe('further fields of each request, as JSON: {"top_p":0.9}'),
  }),
  examples: [
    'openai:gpt-4o-mini(temperature=0.7,price=0.15/0.60)',
    'openai:llama3@http://127.0.0.1:11434/v1(choices=named)',
    'openai:gpt-4o(body={"top_p":0.9})',
  ],
  create({ target, options }, { benchmark, environment, warn, say, dry }) {
    const [model, ...rest] = target.split('@');
    // A base URL may hold an @ too, so the first one divides.
    const baseURL = rest.length > 0 ? rest.join('@') : environment.OPENAI_BASE_URL?.trim() || undefined;
    const apiKey = environment.OPENAI_API_KEY ?? (baseURL || dry ? 'none' : undefined);
    if (!apiKey) throw new SetupError('no API key', 'set OPENAI_API_KEY in the environment');
    const { maxTokens, timeout, choices, body, price, ...others } = options;
    return createOpenAiRunner({
      ...others,
      model,
      baseURL,
      apiKey,
      logprobs: LOGPROBS[choices],
      params: body,
      warn,
      say,
      environment,
      price: price === undefined ? undefined : readPrice(price),
      maxOutputTokens: maxTokens ?? benchmark?.decoding?.maxOutputTokens,
      timeoutMs: timeout * 1000,
    });
  },
});

const LOGPROBS = { auto: 'auto', logprobs: 'on', named: 'off' } as const;

/** Dollars for a million input and output tokens. */
function readPrice(text: string): TokenPrice {
  const [, input, output] = /^(\d+(?:\.\d+)?)[/,](\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (!input || !output) throw new InputError(`price=${text}`, { expected: 'two numbers, like 0.15/0.60' });
  return { input: Number(input), output: Number(output) };
}
