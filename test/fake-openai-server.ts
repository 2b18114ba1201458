/** An OpenAI-compatible server on the loopback that misbehaves as asked: 429 with Retry-After, 500, cut bodies, wrong JSON, slow answers. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Behaviour =
  | 'answer'
  | 'rate limit'
  | 'error'
  | 'cut'
  | 'wrong JSON'
  | 'no text'
  | 'slow'
  | 'hang'
  | 'refuse'
  | 'hang up'
  | 'endless';

export interface FakeOpenAiOptions {
  /** What to do with the nth request (from 0) of one prompt. */
  behave?(attempt: number, prompt: string): Behaviour;
  /** What the model says; a deterministic text of the prompt unless said otherwise. */
  say?(prompt: string): string;
  retryAfter?: string;
  delayMs?: number;
  /** In place of an honest count of tokens. */
  usage?: unknown;
  /** The likely first tokens with their log-probabilities, for requests that ask for them. */
  likely?(prompt: string): Record<string, number | null>;
  /** Fields of the message beside its content, or in place of it. */
  message?: Record<string, unknown>;
  finish?: string;
  contentType?: string;
}

export interface FakeOpenAi {
  baseURL: string;
  /** Requests by prompt, and whole answers by prompt. */
  asked: Map<string, number>;
  answered: Map<string, number>;
  /** Bodies and Authorization headers as they came. */
  bodies: Record<string, unknown>[];
  keys: Set<string>;
  close(): Promise<void>;
}

interface Asked {
  messages?: { content: string }[];
  prompt?: string;
  logprobs?: unknown;
}

export async function startFakeOpenAi({
  behave = () => 'answer',
  say = (prompt) => `A scene with ${prompt.split(/\W+/).slice(-6).join(' ')}.`,
  retryAfter = '0.01',
  delayMs = 0,
  usage,
  likely = () => ({}),
  message = {},
  finish = 'stop',
  contentType = 'application/json',
}: FakeOpenAiOptions = {}): Promise<FakeOpenAi> {
  const asked = new Map<string, number>();
  const answered = new Map<string, number>();
  const bodies: Record<string, unknown>[] = [];
  const keys = new Set<string>();
  const server = createServer((request, response) => {
    void handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    asked,
    answered,
    bodies,
    keys,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const body = JSON.parse(text) as Asked & Record<string, unknown>;
    bodies.push(body);
    const key = request.headers.authorization?.replace('Bearer ', '') ?? '';
    keys.add(key);
    const prompt = body.messages?.map(({ content }) => content).join('\n') ?? body.prompt ?? '';
    const attempt = asked.get(prompt) ?? 0;
    asked.set(prompt, attempt + 1);
    await respond(behave(attempt, prompt), { response, prompt, key, chat: body.messages !== undefined });
  }

  async function respond(
    behaviour: Behaviour,
    { response, prompt, key, chat }: { response: ServerResponse; prompt: string; key: string; chat: boolean },
  ): Promise<void> {
    const whole = JSON.stringify(completion(say(prompt), { prompt, chat, usage, likely: likely(prompt), message, finish }));
    const json = (status: number, value: string, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': contentType, ...headers }).end(value);
    if (delayMs > 0) await wait(delayMs);
    if (behaviour === 'rate limit') json(429, '{"error":{"message":"slow down"}}', { 'retry-after': retryAfter });
    else if (behaviour === 'error') json(500, '{"error":{"message":"our fault"}}');
    else if (behaviour === 'refuse') json(401, JSON.stringify({ error: { message: `Incorrect API key provided: ${key}.` } }));
    else if (behaviour === 'wrong JSON') json(200, '{"choices": [oops');
    else if (behaviour === 'no text') json(200, '{"choices":[]}');
    else if (behaviour === 'hang up') response.destroy();
    else if (behaviour === 'endless') {
      response.writeHead(200, { 'content-type': contentType }).write('{"choices":[{"message":{"content":"');
      const piece = 'on and \\n '.repeat(6000);
      while (!response.destroyed) {
        response.write(piece);
        await wait(1);
      }
    } else if (behaviour === 'hang') response.writeHead(200, { 'content-type': 'application/json' }).write(whole.slice(0, 10));
    else if (behaviour === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(whole)) });
      response.write(whole.slice(0, whole.length >> 1));
      await wait(2);
      response.destroy();
    } else {
      if (behaviour === 'slow') await wait(50);
      answered.set(prompt, (answered.get(prompt) ?? 0) + 1);
      json(200, whole);
    }
  }
}

interface CompletionOptions {
  prompt: string;
  chat: boolean;
  usage: unknown;
  likely: Record<string, number | null>;
  message: Record<string, unknown>;
  finish: string;
}

function completion(text: string, { prompt, chat, usage, likely, message, finish }: CompletionOptions): unknown {
  const words = text.split(' ');
  const tokens = Object.entries(likely).map(([token, logprob]) => ({ token, logprob }));
  return {
    id: 'x',
    object: chat ? 'chat.completion' : 'text_completion',
    choices: [
      chat
        ? {
            index: 0,
            finish_reason: finish,
            message: { role: 'assistant', content: text, ...message },
            logprobs: { content: [{ token: words[0], logprob: -0.5, top_logprobs: tokens }] },
          }
        : { index: 0, finish_reason: finish, text, logprobs: { tokens: [words[0]], top_logprobs: [likely] } },
    ],
    usage: usage !== undefined ? usage : { prompt_tokens: prompt.split(/\s+/).length, completion_tokens: words.length, total_tokens: 0 },
  };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
