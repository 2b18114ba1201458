/** A fetch for servers of models: at most 1 MB of an answer; JSON under any content type, a stream as the answer it makes. */
import { joinEvents } from './event-stream.ts';

/** The server answers, but never with what is asked for: a later try gives the same. */
export class RefusedAnswer extends Error {
  override readonly name = 'RefusedAnswer';
}

const LONGEST_ANSWER = 1024 * 1024;

export async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const { text, cut } = await readBounded(response);
  const type = response.headers.get('content-type') ?? '';
  if (response.ok && !cut && text !== '' && isPlainJson(type) && !isStream(text)) return withText(response, text);
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  // They describe the body as it was sent.
  for (const name of ['content-length', 'content-encoding']) headers.delete(name);
  if (!response.ok) return new Response(text, { status, statusText, headers });
  if (/\bevent-stream\b/i.test(type) || isStream(text)) {
    headers.set('content-type', 'application/json');
    return new Response(joinEvents(text, { cut }), { status, statusText, headers });
  }
  if (!cut && !/\bjson\b/i.test(type) && !isObject(text))
    throw new RefusedAnswer(`the server answers with ${type.split(';')[0] || 'an unknown type'} in place of JSON; is its address right?`);
  headers.set('content-type', 'application/json');
  return new Response(cut ? textSoFar(text) : text, { status, statusText, headers });
}

function isPlainJson(type: string): boolean {
  return /^application\/json\b/i.test(type);
}

function isStream(text: string): boolean {
  return /^\s*(?:data|event):/.test(text);
}

/** Fast path: the response itself with the text that was read. A new Response would make another stream for each answer. */
function withText(response: Response, text: string): Response {
  return Object.assign(response, { text: async () => text, json: async (): Promise<unknown> => JSON.parse(text) });
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
function textSoFar(body: string): string {
  const found = /"(?:content|text)"\s*:\s*"/.exec(body);
  const start = found ? found.index + found[0].length : -1;
  const inside = start < 0 ? '' : (/^(?:[^"\\]|\\u[0-9a-fA-F]{4}|\\[^u])*/.exec(body.slice(start))?.[0] ?? '');
  if (inside === '') throw new RefusedAnswer('the answer is longer than 1 MB, and its beginning has no text');
  const text: unknown = JSON.parse(`"${inside.replace(/\uFFFD$/, '').replace(/\p{Cc}/gu, ' ')}"`);
  const finish_reason = body[start + inside.length] === '"' ? 'stop' : 'length';
  return JSON.stringify({ choices: [{ index: 0, finish_reason, message: { role: 'assistant', content: text }, text }] });
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
