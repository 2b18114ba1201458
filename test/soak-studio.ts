/** For soak tests of the studio: `serve` as a process that can be killed, and annotators who go on through its absence. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Child, startChild } from './child-process.ts';

const PATIENCE_MS = 240_000;
/** Making a study reads its texts, which takes a while. */
const REQUEST_MS = 200_000;

/** As users run it: from source a compiler would be in its memory. */
const PROGRAM = 'packages/sensebench/dist/cli/main.js';

export interface Served {
  child: Child;
  link: string;
}

/** Comes back when the owner's link is printed. */
export async function startServe(words: readonly string[]): Promise<Served> {
  const child = startChild(PROGRAM, ['serve', '--quiet', ...words]);
  const link = await child.line(/^http.*#/);
  return { child, link };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}

export interface Reply<Body> {
  status: number;
  body: Body;
  text: string;
}

/** Asks until the server answers: what a page does when the connection is lost. A limit of the rate is waited for too. */
export function createClient(origin: string) {
  const client = {
    cookie: '',
    /** Times that nobody answered, or that the server could not reach its database. */
    waits: 0,
    latencyMs: 0,
    async call<Body = { problem?: string }>(method: string, path: string, body?: unknown): Promise<Reply<Body>> {
      for (const start = performance.now(); ; ) {
        const sent = performance.now();
        const response = await ask(method, path, body);
        if (response && response.status !== 503 && response.status !== 429) {
          client.latencyMs = performance.now() - sent;
          client.cookie = response.headers.get('set-cookie')?.split(';')[0] ?? client.cookie;
          const isJson = /^application\/json\b/.test(response.headers.get('content-type') ?? '');
          return { status: response.status, body: (isJson ? JSON.parse(response.text) : null) as Body, text: response.text };
        }
        client.waits++;
        if (performance.now() - start > PATIENCE_MS) throw new Error(`${method} ${path}: no answer for ${PATIENCE_MS} ms`);
        await wait(200);
      }
    },
    async join(token: string): Promise<void> {
      const { status, body } = await client.call('POST', '/api/session', { token });
      if (status !== 200) throw new Error(`joining: ${status} ${body.problem}`);
    },
  };
  return client;

  /** null: nobody answers, or the answer was cut. */
  async function ask(method: string, path: string, body: unknown) {
    try {
      const response = await fetch(`${origin}${path}`, {
        method,
        headers: {
          ...(method === 'GET' ? {} : { origin }),
          ...(client.cookie ? { cookie: client.cookie } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(REQUEST_MS),
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch {
      return null;
    }
  }
}
export type Client = ReturnType<typeof createClient>;

/** An answer that the server called saved. */
export interface Acknowledged {
  id: string;
  item: string;
  person: number;
  ms: number;
}

export interface WorkTally {
  acknowledged: Acknowledged[];
  refused: number;
  takes: number[];
  saves: number[];
}

interface Held {
  item: string;
  lease: string;
}

/** One annotator until `ends`: takes an item, thinks, answers, with the next item loaded ahead as the page does. */
export async function annotate(
  client: Client,
  { person, ends, thinkMs, tally }: { person: number; ends: () => boolean; thinkMs: () => number; tally: WorkTally },
): Promise<void> {
  let held: Held[] = [];
  while (!ends()) {
    if (held.length < 2) {
      const { status, body, text } = await client.call<{ items: Held[] }>('POST', '/api/work/next', {
        want: 1,
        holding: held.map(({ item }) => item),
      });
      if (status !== 200) throw new Error(`next: ${status} ${text}`);
      tally.takes.push(client.latencyMs);
      // Only one is shown at a time, and what the server gives again is not taken twice.
      for (const one of body.items) if (!held.some(({ item }) => item === one.item)) held.push(one);
    }
    const [first, ...rest] = held;
    if (!first) {
      await wait(500);
      continue;
    }
    await wait(thinkMs());
    const answer = { id: randomUUID(), item: first.item, person, ms: Math.floor(Math.random() * 80_000_000) };
    const { status, body, text } = await client.call<{ saved?: boolean }>('PUT', `/api/work/answers/${answer.id}`, {
      item: first.item,
      lease: first.lease,
      value: 'accept',
      ms: answer.ms,
    });
    if (status === 200 && body.saved === true) {
      tally.saves.push(client.latencyMs);
      tally.acknowledged.push(answer);
    } else if (status === 409) tally.refused++;
    else throw new Error(`answer: ${status} ${text}`);
    held = rest;
  }
}

/** Rows that the filter task is about. */
export function pairRows(count: number): object[] {
  return Array.from({ length: count }, (_, i) => ({
    keywords: ['Spain', 'summer', 'Norway', 'snow'],
    statement: `Summer number ${i} is hot in Spain. Snow number ${i} is common in Norway.`,
    ids: [`a::test::${i}`, `b::test::${i}`],
    statements: [`Summer number ${i} is hot in Spain.`, `Snow number ${i} is common in Norway.`],
  }));
}

/** What is in the store at the end, by answer. Throws where anything was lost, doubled or given to two who may not. */
export function checkDecisions(text: string, { acknowledged, people }: { acknowledged: readonly Acknowledged[]; people: number }) {
  const rows = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; item: string; annotator: string; ms: number });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const lost = acknowledged.filter(({ id, ms }) => byId.get(id)?.ms !== ms);
  const pairs = new Set(rows.map(({ item, annotator }) => `${item} ${annotator}`));
  const counts = new Map<string, number>();
  for (const { item } of rows) counts.set(item, (counts.get(item) ?? 0) + 1);
  return {
    stored: rows.length,
    lost: lost.length,
    doubled: rows.length - byId.size + (rows.length - pairs.size),
    tooMany: [...counts.values()].filter((count) => count > people).length,
  };
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Makes a study on the dataset `pairs`, opens it, and lets so many people join; nobody else may know their cookies. */
export async function openSoakStudy(
  origin: string,
  { link, annotators, people }: { link: string; annotators: number; people: number },
): Promise<{ owner: Client; study: string; clients: Client[] }> {
  const owner = createClient(origin);
  await owner.join(link.split('#')[1]);
  const made = await owner.call<{ id: string }>('POST', '/api/studies', {
    dataset: 'pairs',
    task: 'situatedgen/filter',
    title: 'soak',
    people,
    order: 'breadth',
  });
  if (made.status !== 200) throw new Error(made.text);
  const study = made.body.id;
  const opened = await owner.call('PATCH', `/api/studies/${study}`, { state: 'open' });
  if (opened.status !== 200) throw new Error(opened.text);
  const invited = await owner.call<{ link: string }>('POST', `/api/studies/${study}/invitations`, { role: 'annotator', uses: annotators });
  const clients: Client[] = [];
  for (let i = 0; i < annotators; i++) {
    const client = createClient(origin);
    await client.join(invited.body.link.split('#')[1]);
    clients.push(client);
  }
  return { owner, study, clients };
}
