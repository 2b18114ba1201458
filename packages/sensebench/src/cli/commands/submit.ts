/** `sensebench submit`: sends a file of predictions or a run folder to a leaderboard, and can wait for its score. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { defineAction, InputError, SetupError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { isFolder, writeArchive } from '../../files/index.ts';

const submissionSchema = z.object({
  id: z.string(),
  phase: z.string(),
  row: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  reason: z.string().nullable(),
  told: z.number().nullable(),
  result: z.string().nullable(),
});
type Sent = z.infer<typeof submissionSchema>;

export const action = defineAction({
  summary: 'send predictions or a run folder to a leaderboard',
  arguments: [{ name: 'predictions', summary: 'a file of predictions, a run folder, or a zip of one' }],
  options: z.object({
    predictions: z.string(),
    board: z.string().describe('address of the board, like https://board.example.org/boards/ID'),
    token: z.string().optional().describe('token of your account, or the part after # of your own link; default: SENSEBENCH_TOKEN'),
    row: z.string().describe('name of the row on the board'),
    phase: z.string().optional().describe('name of a phase; default: the one that runs'),
    model: z.string().optional().describe('name of the model; default: what the run folder says'),
    note: z.string().optional().describe('a note for readers of the board'),
    link: z.array(z.string()).default([]).describe('addresses of paper, code, model'),
    parameters: z.string().optional().describe('number of parameters, like 7B'),
    wait: z.boolean().default(false).describe('wait until it is scored'),
  }),
  examples: ['submit predictions.jsonl --board https://board.example.org/boards/ID --row "My model" --token TOKEN --wait'],
  async run(options, context) {
    const { origin, board } = readAddress(options.board);
    const given = options.token ?? process.env.SENSEBENCH_TOKEN;
    if (!given) throw new SetupError('no token', 'give --token, or set SENSEBENCH_TOKEN');
    const session = await openSession(origin, given);
    const call = (path: string, init: RequestInit = {}) => request(`${origin}/api/boards/${board}${path}`, session, init);
    const form = new FormData();
    const { name, bytes } = await readUpload(options.predictions);
    form.set('file', new Blob([new Uint8Array(bytes)]), name);
    const { row, phase, model, note, parameters } = options;
    const links = options.link.length > 0 ? options.link.join('\n') : undefined;
    for (const [field, value] of Object.entries({ id: randomUUID(), row, phase, model, note, parameters, links }))
      if (value !== undefined) form.set(field, value);
    const taken = z
      .object({ submission: submissionSchema, notes: z.array(z.string()) })
      .parse(await call('/submissions', { method: 'POST', body: form }));
    for (const line of taken.notes) context.warn(line);
    let sent = taken.submission;
    while (options.wait && (sent.state === 'queued' || sent.state === 'running')) {
      await wait(1000, undefined, { signal: context.signal });
      const { submissions } = z.object({ submissions: z.array(submissionSchema) }).parse(await call('/submissions'));
      sent = submissions.find(({ id }) => id === sent.id) ?? sent;
    }
    const page = `${origin}/boards/${board}/submissions/${sent.id}`;
    return {
      json: { ...sent, page },
      text: describe(sent, page),
      exitCode: sent.state === 'failed' ? 2 : 0,
    };
  },
});

function describe({ phase, row, state, reason, result }: Sent, page: string): string {
  const outcome = state === 'done' ? `Scored: ${result}` : state === 'failed' ? `Failed: ${reason}` : STATES[state];
  return `${outcome}\n${row} in ${phase}: ${page}`;
}

const STATES = { queued: 'Queued', running: 'Being scored', cancelled: 'Cancelled' } as const;

function readAddress(text: string): { origin: string; board: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const board = /\/boards\/([^/]+)/.exec(url?.pathname ?? '')?.[1];
  if (!url || !board || !/^https?:$/.test(url.protocol))
    throw new InputError(`--board: ${JSON.stringify(text)} is not the address of a board`, { expected: 'https://host/boards/ID' });
  return { origin: url.origin, board };
}

async function readUpload(path: string): Promise<{ name: string; bytes: Uint8Array }> {
  const read = (file: string) => readFile(file).catch(() => Promise.reject(new InputError('cannot be read', { file })));
  if (!isFolder(path)) return { name: basename(path), bytes: await read(path) };
  const files = { 'run.json': await read(join(path, 'run.json')), 'predictions.jsonl': await read(join(path, 'predictions.jsonl')) };
  return { name: `${basename(resolve(path))}.zip`, bytes: writeArchive(files) };
}

/** A token of the account is a session already; that of a link opens one. */
async function openSession(origin: string, token: string): Promise<string> {
  const known = await reach(`${origin}/api/session`, { headers: { authorization: `Bearer ${token}` } });
  if (known.ok) return token;
  const opened = await reach(`${origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!opened.ok) throw new InputError(await problemOf(opened));
  const session = /sensebench=([^;]+)/.exec(opened.headers.get('set-cookie') ?? '')?.[1];
  if (!session) throw new InputError(`${origin} is not a sensebench server`);
  return session;
}

async function request(url: string, session: string, init: RequestInit): Promise<unknown> {
  const response = await reach(url, { ...init, headers: { authorization: `Bearer ${session}` } });
  if (!response.ok) throw new InputError(await problemOf(response));
  return response.json();
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(120_000) });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new SetupError(`${new URL(url).origin} cannot be reached: ${cause}`);
  }
}

async function problemOf(response: Response): Promise<string> {
  const text = await response.text().catch(() => '');
  const said = z.object({ problem: z.string() }).safeParse(tryJson(text));
  return said.data?.problem ?? `the server answered ${response.status}`;
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
