/** A studio for tests: the real server on a fresh database, with small dataset and run folders, and people who talk to it. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';
import type { App } from '../packages/metrics/src/core/index.ts';
import { createApp } from '../packages/sensebench/src/app/index.ts';
import { writeDataset } from '../packages/sensebench/src/build/dataset/index.ts';
import { sha256 } from '../packages/sensebench/src/files/index.ts';
import { createComputed } from '../packages/studio/src/server/computed.ts';
import { createApi, type StudioApi } from '../packages/studio/src/server/create-api.ts';
import { loadPages } from '../packages/studio/src/server/pages.ts';
import { createInvitation, type RoleName } from '../packages/studio/src/server/people/invitations.ts';
import { createCatalog } from '../packages/studio/src/server/studies/catalog.ts';
import type { Studio } from '../packages/studio/src/server/studio.ts';
import { runHere } from '../packages/studio/src/server/tasks/task.ts';
import { type TestDatabase, testDatabase } from './store.ts';

export const HOST = '127.0.0.1:4310';
export const ORIGIN = `http://${HOST}`;
const PLENTY = { burst: 10_000, perSecond: 10_000 };

/** Whatever the server sent: tests look at it as they like. */
type Parsed = ReturnType<typeof JSON.parse>;

export interface Answer {
  status: number;
  body: Parsed;
  text: string;
  bytes: Uint8Array;
  headers: Headers;
}

/** Somebody with a session, or a visitor. */
export interface Caller {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  cookie: string;
}

export interface TestStudio {
  studio: Studio;
  database: TestDatabase;
  api: StudioApi;
  folder: string;
  log: string[];
  visitor: Caller;
  owner: Caller;
  join(study: string | null, role: RoleName, options?: { label?: string }): Promise<Caller>;
  /** Makes a study and opens it; its id. */
  makeStudy(options: Record<string, unknown>): Promise<string>;
}

export function testStudio({ modules = [], app }: { modules?: readonly string[]; app?: App } = {}): TestStudio {
  const db = testDatabase();
  const world = { log: [] as string[] } as unknown as TestStudio;
  const folder = mkdtempSync(join(tmpdir(), 'sensebench-studio-'));
  world.folder = folder;
  world.database = db;
  beforeAll(async () => {
    const used = app ?? createApp({ environment: {}, threads: { start: () => null, close: () => undefined } });
    const secret = Buffer.alloc(32, 7);
    const catalog = createCatalog({ app: used, datasets: folder, runs: folder, modules });
    world.studio = {
      sql: db.sql,
      app: used,
      catalog,
      secret,
      computed: createComputed(),
      tasks: runHere(() => world.studio),
      demo: false,
      address: () => ORIGIN,
      say: () => undefined,
    };
    world.api = createApi({
      studio: world.studio,
      pages: loadPages(join(folder, 'no-pages')),
      version: '0.0.0',
      tls: false,
      addressOf: (c) => c.req.header('x-test-address') ?? 'somewhere',
      log: (line) => world.log.push(line),
      rates: { session: PLENTY, visitor: PLENTY, failure: PLENTY },
    });
    world.visitor = callerOf(world.api, '');
    world.join = async (study, role, { label = '' } = {}) => {
      const { token } = await createInvitation(db.sql, { study, role, label });
      return joinWith(world.api, token);
    };
    world.owner = await world.join(null, 'owner');
    world.makeStudy = async (options) => {
      const made = await world.owner.call('POST', '/api/studies', options);
      if (made.status !== 200) throw new Error(made.text);
      const opened = await world.owner.call('PATCH', `/api/studies/${made.body.id}`, { state: 'open' });
      if (opened.status !== 200) throw new Error(opened.text);
      return made.body.id;
    };
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return world;
}

export async function joinWith(api: StudioApi, token: string): Promise<Caller> {
  const joined = await callerOf(api, '').call('POST', '/api/session', { token });
  if (joined.status !== 200) throw new Error(joined.text);
  return callerOf(api, joined.headers.get('set-cookie')?.split(';')[0] ?? '');
}

function callerOf(api: StudioApi, cookie: string): Caller {
  return {
    cookie,
    async call(method, path, body, headers = {}) {
      const response = await api.request(`${ORIGIN}${path}`, {
        method,
        headers: {
          host: HOST,
          ...(method === 'GET' ? {} : { origin: ORIGIN }),
          ...(cookie ? { cookie } : {}),
          ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body) }),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const text = new TextDecoder().decode(bytes);
      const isJson = /^application\/json\b/.test(response.headers.get('content-type') ?? '');
      return { status: response.status, body: isJson ? JSON.parse(text) : null, text, bytes, headers: response.headers };
    },
  };
}

/** A dataset folder with one split, as a builder writes it. */
export function makeDataset(
  root: string,
  name: string,
  { benchmark, rows, split = 'test' }: { benchmark: string; rows: readonly object[]; split?: string },
) {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  writeFileSync(join(folder, `${split}.jsonl`), text);
  const hash = { sha256: sha256(text), bytes: Buffer.byteLength(text) };
  const manifest = {
    format: 2,
    benchmark,
    name,
    config: {},
    seed: 17,
    versions: { sensebench: '0.0.0' },
    sources: [],
    people: [],
    splits: { [split]: { rows: rows.length, sha256: hash.sha256 } },
    files: { [`${split}.jsonl`]: hash },
  };
  writeFileSync(join(folder, 'dataset.json'), JSON.stringify(manifest));
  return { folder, sha256: hash.sha256 };
}

/** A whole dataset folder with card, statistics and page, made by the one writer. */
export async function writeWholeDataset(
  root: string,
  name: string,
  {
    benchmark,
    rows,
    row = z.looseObject({}),
  }: { benchmark: { name: string; module?: string; sha256?: string }; rows: readonly object[]; row?: z.ZodObject },
): Promise<void> {
  await writeDataset(join(root, name), {
    benchmark,
    name,
    summary: 'Rows of a test.',
    citation: '',
    collection: 'Written by hand.',
    limits: 'It is small.',
    row,
    splits: { test: rows },
    ledger: [],
    stats: {},
    sources: [],
    people: [],
    config: {},
    seed: 17,
    versions: { sensebench: '0.0.0' },
  });
}

/** A run folder with one output for each id. */
export function makeRun(
  root: string,
  name: string,
  { benchmark, sha256: of, outputs }: { benchmark: string; sha256: string; outputs: Record<string, string> },
) {
  const folder = join(root, 'runs', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'run.json'),
    JSON.stringify({
      benchmark,
      runner: name,
      prompt: { name: 'plain', sha256: '' },
      dataset: { name: 'data', split: 'test', sha256: of, items: Object.keys(outputs).length },
      options: {},
      seed: 1,
      versions: {},
    }),
  );
  writeFileSync(
    join(folder, 'predictions.jsonl'),
    Object.entries(outputs)
      .map(([id, prediction]) => `${JSON.stringify({ id, prediction, raw: prediction, ms: 1 })}\n`)
      .join(''),
  );
  return `runs/${name}`;
}

/** Concept-sets as CommonGen has them. */
export const CONCEPT_ROWS = [
  'dog#throw#ball',
  'girl#ride#horse',
  'boat#river#row',
  'man#cook#rice',
  'child#draw#house',
  'cat#sleep#chair',
].map((concepts) => ({ concept_set: concepts, scene: [`A ${concepts.replaceAll('#', ' and a ')} are here.`] }));

/** Takes one item and answers it; the answer of the server. */
export async function answerNext(annotator: Caller, value: (shown: Parsed) => unknown, { ms = 4000 } = {}) {
  const next = await annotator.call('POST', '/api/work/next', { want: 1 });
  if (next.status !== 200) throw new Error(next.text);
  const [item] = next.body.items;
  if (!item) return null;
  const answer = await annotator.call('PUT', `/api/work/answers/${randomUUID()}`, {
    item: item.item,
    lease: item.lease,
    value: value(item.shown),
    ms,
  });
  return { item, answer };
}
