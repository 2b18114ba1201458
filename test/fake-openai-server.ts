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
  | 'half a stream'
  | 'other protocol'
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
  /** Answers 400 to requests for log-probabilities, or leaves them out. */
  withoutLogprobs?: 'refused' | 'left out';
  /** The name under which the nth request (from 0) is answered. */
  model?(request: number): string;
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
  stream?: unknown;
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
  withoutLogprobs,
  model,
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
    const { logprobs, stream } = body;
    await respond(behave(attempt, prompt), { response, prompt, key, chat: body.messages !== undefined, logprobs, stream });
  }

  async function respond(behaviour: Behaviour, { response, prompt, key, chat, logprobs, stream }: Responding): Promise<void> {
    const scored = withoutLogprobs === undefined && logprobs !== undefined;
    const named = model ? { model: model(bodies.length - 1) } : {};
    const answer = { ...completion(say(prompt), { prompt, chat, usage, likely: likely(prompt), message, finish, scored }), ...named };
    const whole = JSON.stringify(answer);
    const json = (status: number, value: string, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': contentType, ...headers }).end(value);
    if (delayMs > 0) await wait(delayMs);
    if (withoutLogprobs === 'refused' && logprobs !== undefined) json(400, '{"error":{"message":"logprobs are not supported"}}');
    else if (behaviour === 'other protocol') json(200, '{"generated_text": "hello"}');
    else if (behaviour === 'half a stream' || (stream && behaviour === 'answer')) {
      const words = say(prompt).split(/(?= )/);
      const events = words.map((word) => ({
        ...named,
        choices: [{ index: 0, ...(chat ? { delta: { content: word } } : { text: word }) }],
      }));
      const last = {
        choices: [{ index: 0, delta: {}, finish_reason: finish }],
        usage: { prompt_tokens: 3, completion_tokens: words.length },
      };
      const sent = behaviour === 'half a stream' ? events.slice(0, 2) : [...events, last];
      const body = sent.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(behaviour === 'half a stream' ? body : `${body}data: [DONE]\n\n`);
    } else if (behaviour === 'rate limit') json(429, '{"error":{"message":"slow down"}}', { 'retry-after': retryAfter });
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

interface Responding {
  response: ServerResponse;
  prompt: string;
  key: string;
  chat: boolean;
  logprobs: unknown;
  stream: unknown;
}

interface CompletionOptions {
  scored: boolean;
  prompt: string;
  chat: boolean;
  usage: unknown;
  likely: Record<string, number | null>;
  message: Record<string, unknown>;
  finish: string;
}

function completion(text: string, { prompt, chat, usage, likely, message, finish, scored }: CompletionOptions): object {
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
            ...(scored ? { logprobs: { content: [{ token: words[0], logprob: -0.5, top_logprobs: tokens }] } } : {}),
          }
        : { index: 0, finish_reason: finish, text, ...(scored ? { logprobs: { tokens: [words[0]], top_logprobs: [likely] } } : {}) },
    ],
    usage: usage !== undefined ? usage : { prompt_tokens: prompt.split(/\s+/).length, completion_tokens: words.length, total_tokens: 0 },
  };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
