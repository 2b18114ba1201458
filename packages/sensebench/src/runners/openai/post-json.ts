/** One POST of JSON to a server of models: at most 1 MB of its answer, JSON under any content type, a stream as the answer it makes. */
import { joinEvents } from './event-stream.ts';

/** The server answers, but never with what is asked for: a later try gives the same. */
export class RefusedAnswer extends Error {
  override readonly name = 'RefusedAnswer';
}

/** The server answered with another status than success. */
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly status: number;
  /** Its header Retry-After. */
  readonly retryAfter: string | undefined;

  constructor(status: number, { body, retryAfter }: { body: string; retryAfter?: string }) {
    super(`${status} ${messageIn(body) || 'without an explanation'}`);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** There was no connection, or it broke before the whole answer was there. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

const LONGEST_ANSWER = 1024 * 1024;

export interface PostOptions {
  body: unknown;
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

export async function postJson(url: string, { body, headers, signal }: PostOptions): Promise<unknown> {
  const { response, text, cut } = await send(url, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal,
  });
  if (!response.ok) throw new StatusError(response.status, { body: text, retryAfter: response.headers.get('retry-after') ?? undefined });
  const type = response.headers.get('content-type') ?? '';
  if (/\bevent-stream\b/i.test(type) || isStream(text)) return JSON.parse(joinEvents(text, { cut }));
  if (cut) return textSoFar(text);
  if (!/\bjson\b/i.test(type) && !isObject(text))
    throw new RefusedAnswer(`the server answers with ${type.split(';')[0] || 'an unknown type'} in place of JSON; is its address right?`);
  return JSON.parse(text);
}

async function send(url: string, init: RequestInit): Promise<{ response: Response; text: string; cut: boolean }> {
  try {
    const response = await fetch(url, init);
    return { response, ...(await readBounded(response)) };
  } catch (error) {
    throw new ConnectionError('the connection failed', { cause: error });
  }
}

/** As servers write errors: {"error": {"message": …}}, {"error": …}, or plain text. */
function messageIn(body: string): string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return body;
  }
  const error = typeof value === 'object' && value !== null && 'error' in value ? value.error : undefined;
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return message === undefined || message === null ? '' : typeof message === 'string' ? message : JSON.stringify(message);
}

function isStream(text: string): boolean {
  return /^\s*(?:data|event):/.test(text);
}

async function readBounded(response: Response): Promise<{ text: string; cut: boolean }> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (reader && size <= LONGEST_ANSWER) {
    const { value, done } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  const cut = size > LONGEST_ANSWER;
  if (cut) await reader?.cancel();
  // Not fatal: the cut may be inside a character.
  return { text: new TextDecoder().decode(Buffer.concat(chunks).subarray(0, LONGEST_ANSWER)), cut };
}

/** The same answer with the text up to the cut, which ended because of its length. */
function textSoFar(body: string): unknown {
  const found = /"(?:content|text)"\s*:\s*"/.exec(body);
  const start = found ? found.index + found[0].length : -1;
  const inside = start < 0 ? '' : (/^(?:[^"\\]|\\u[0-9a-fA-F]{4}|\\[^u])*/.exec(body.slice(start))?.[0] ?? '');
  if (inside === '') throw new RefusedAnswer('the answer is longer than 1 MB, and its beginning has no text');
  const text: unknown = JSON.parse(`"${inside.replace(/\uFFFD$/, '').replace(/\p{Cc}/gu, ' ')}"`);
  const finish_reason = body[start + inside.length] === '"' ? 'stop' : 'length';
  return { choices: [{ index: 0, finish_reason, message: { role: 'assistant', content: text }, text }] };
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
