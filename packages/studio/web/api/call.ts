/** Calls of the studio's routes: what goes in and comes back is typed by the routes themselves. */
import type { z } from '@hono/zod-openapi';
import type { Route } from '../../src/server/create-api.ts';

type Method = Route['method'];
type PathOf<M extends Method> = Extract<Route, { method: M }>['path'];
type RouteAt<M extends Method, P> = Extract<Route, { method: M; path: P }>;

type Given<S> = S extends z.ZodType ? z.input<S> : never;
type BodyOf<R> = R extends { request: { body: { content: { 'application/json': { schema: infer S } } } } } ? { body: Given<S> } : unknown;
type FormOf<R> = R extends { request: { body: { content: { 'multipart/form-data': unknown } } } } ? { form: FormData } : unknown;
type ParamsOf<R> = R extends { request: { params: infer S } } ? { params: Given<S> } : unknown;
type QueryOf<R> = R extends { request: { query: infer S } } ? { query?: Given<S> } : unknown;

/** What a route answers when all is well. */
export type Reply<M extends Method, P> =
  RouteAt<M, P> extends { responses: { 200: { content: { 'application/json': { schema: infer S } } } } }
    ? S extends z.ZodType
      ? z.output<S>
      : never
    : never;

/** Route by route: all of them at once would be too much for the compiler. */
type OptionsOf<R> = R extends Route ? BodyOf<R> & FormOf<R> & ParamsOf<R> & QueryOf<R> : never;
type Options<M extends Method, P> = OptionsOf<RouteAt<M, P>>;

interface Sent {
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  form?: FormData;
}

/** The server answered, and not as hoped. `status` 0: it could not be reached. */
export class Problem extends Error {
  readonly status: number;
  readonly reasons: readonly string[];
  /** After how many seconds the server asks to try again. */
  readonly retryAfter: number;

  constructor(
    status: number,
    message: string,
    { reasons = [], retryAfter = 0 }: { reasons?: readonly string[]; retryAfter?: number } = {},
  ) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.reasons = reasons;
    this.retryAfter = retryAfter;
  }

  /** Trying again later may help; nothing is wrong with what was sent. */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

const PATIENCE = 15_000;
/** For files: sending and making them takes longer. */
const LONG_PATIENCE = 300_000;

export async function call<M extends Method, P extends PathOf<M>>(method: M, path: P, options: Options<M, P>): Promise<Reply<M, P>> {
  // The server checks its answers against the same schemas.
  return (await send(method, path, options as Sent)) as Reply<M, P>;
}

/** A file that the server makes: its bytes and the headers that came with it. */
export async function callForFile<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  options: Options<M, P>,
): Promise<{ blob: Blob; headers: Headers }> {
  const response = await ask(method, path, options as Sent, LONG_PATIENCE);
  return { blob: await whole(response.blob()), headers: response.headers };
}

async function send(method: string, path: string, sent: Sent): Promise<unknown> {
  const response = await ask(method, path, sent, sent.form ? LONG_PATIENCE : PATIENCE);
  return whole(response.json());
}

async function whole<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch {
    throw new Problem(0, 'The connection broke before the answer was complete.');
  }
}

/** A path of the API with its parameters and its query. */
export function addressOf(path: string, { params = {}, query = {} }: Pick<Sent, 'params' | 'query'>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const asked = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return asked.length > 0 ? `${filled}?${new URLSearchParams(asked)}` : filled;
}

async function ask(method: string, path: string, { params, query, body, form }: Sent, patience: number): Promise<Response> {
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const content = form ?? (body === undefined ? undefined : JSON.stringify(body));
  let response: Response;
  try {
    response = await fetch(addressOf(path, { params, query }), {
      method: method.toUpperCase(),
      headers,
      credentials: 'same-origin',
      signal: AbortSignal.timeout(patience),
      ...(content === undefined ? {} : { body: content }),
    });
  } catch {
    throw new Problem(0, 'The server cannot be reached.');
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

async function problemOf(response: Response): Promise<Problem> {
  const text = await response.text().catch(() => '');
  const said = readJson(text);
  const message = typeof said.problem === 'string' && said.problem !== '' ? said.problem : `The server answered ${response.status}.`;
  const reasons = Array.isArray(said.reasons) ? said.reasons.filter((reason) => typeof reason === 'string') : [];
  return new Problem(response.status, message, { reasons, retryAfter: Number(response.headers.get('retry-after') ?? 0) });
}

function readJson(text: string): { problem?: unknown; reasons?: unknown } {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    return {};
  }
}

/** One line for a person, whatever was thrown. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
