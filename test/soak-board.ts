/** For soak tests of leaderboards: `serve` with a competition, its competitors, and a visitor in a thread of its own who asks for the server's health. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { answers, buildContext, CONTEXTS, readRows } from './board.ts';
import { SOAK_PHASES } from './soak-competitors.ts';
import { type Client, createClient, freePort, startServe } from './soak-studio.ts';

const [CONTEXT] = CONTEXTS;

export interface SoakBoard {
  origin: string;
  folder: string;
  /** Of the server. */
  pid: number;
  /** Of the owner. */
  link: string;
  board: string;
  /** Right and wrong predictions for all items. */
  predictions(share: number, seed: string): string;
  owner: Client;
  clients: Client[];
  upload(
    client: Client,
    content: string | Uint8Array<ArrayBuffer>,
    options?: { name?: string; row?: string },
  ): Promise<{ status: number; text: string }>;
  close(): Promise<void>;
}

/** `prepare` puts further datasets beside that of the competition. */
export async function openSoakBoard({
  competitors,
  phases = SOAK_PHASES,
  prepare,
}: {
  competitors: number;
  phases?: string;
  prepare?(datasets: string): void;
}): Promise<SoakBoard> {
  const folder = mkdtempSync(join(tmpdir(), 'sensebench-board-soak-'));
  chmodSync(folder, 0o755);
  const datasets = join(folder, 'datasets');
  mkdirSync(datasets);
  await buildContext(join(datasets, CONTEXT), CONTEXT);
  prepare?.(datasets);
  const rows = readRows(datasets, CONTEXT);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const data = join(folder, 'data');
  const served = await startServe(['--data', data, '--datasets', datasets, '--runs', folder, '--port', String(port)]);
  const owner = createClient(origin);
  await owner.join(served.link.split('#')[1]);
  const made = await owner.call<{ id: string }>('POST', '/api/boards', { datasets: [CONTEXT], phases });
  if (made.status !== 200) throw new Error(made.text);
  const board = made.body.id;
  const clients: Client[] = [];
  for (let i = 0; i < competitors; i++) {
    const client = createClient(origin);
    const { body } = await owner.call<{ link: string }>('POST', `/api/boards/${board}/invitations`, { name: `team ${i}` });
    await client.join(body.link.split('#')[1]);
    clients.push(client);
  }
  return {
    ...{ origin, folder, board, owner, clients, pid: served.child.process.pid ?? 0, link: served.link },
    predictions: (share, seed) => answers(rows, share, seed),
    async upload(client, content, { name = 'p.jsonl', row = 'mine' } = {}) {
      const form = new FormData();
      form.set('file', new Blob([content]), name);
      form.set('row', row);
      const response = await fetch(`${origin}/api/boards/${board}/submissions`, {
        method: 'POST',
        headers: { origin, cookie: client.cookie },
        body: form,
      });
      return { status: response.status, text: await response.text() };
    },
    async close() {
      await served.child.kill('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const PROBE = `
const { parentPort, workerData } = require('node:worker_threads');
const latencies = [];
let stopped = false;
parentPort.on('message', () => { stopped = true; });
(async () => {
  // The first call loads what the others use.
  await (await fetch(workerData)).text();
  while (!stopped) {
    const begun = performance.now();
    await (await fetch(workerData)).text();
    latencies.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  parentPort.postMessage(latencies);
  parentPort.close();
})();`;

/** Asks for an address a hundred times a second; comes back with how to stop, which gives the milliseconds of each answer. */
export function probe(address: string): () => Promise<number[]> {
  const worker = new Worker(PROBE, { eval: true, workerData: address });
  return () =>
    new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.postMessage('stop');
    });
}

/** In MB, of the server and of the processes of Node that it started. PostgreSQL is not counted. */
export function memoryOf(pid: number): number {
  try {
    const own = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    const nodes = children.filter((child) => readFileSync(`/proc/${child}/comm`, 'utf8').startsWith('node'));
    return nodes.reduce((sum, child) => sum + memoryOf(Number(child)), own);
  } catch {
    // It ended while it was looked at.
    return 0;
  }
}
