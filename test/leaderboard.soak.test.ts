/** 200 submissions at once; a worker is killed mid-score, one is stopped past its lease, PostgreSQL restarts: all are scored exactly once. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { placesIn } from '../packages/studio/src/server/postgres/data-folder.ts';
import { findRunning, stopPostgres } from '../packages/studio/src/server/postgres/launch-postgres.ts';
import { openStore } from '../packages/studio/src/server/store/open-store.ts';
import { answers, buildContext, CONTEXTS, readRows } from './board.ts';
import { type Child, startChild } from './child-process.ts';
import { f1Of, SOAK_PHASES } from './soak-competitors.ts';
import { createClient, freePort, type Served, startServe } from './soak-studio.ts';

const SUBMISSIONS = Number(process.env.SOAK_SUBMISSIONS ?? 200);
const ACCOUNTS = 20;
const LEASE_SECONDS = 4;
const [CONTEXT] = CONTEXTS;

const folder = mkdtempSync(join(tmpdir(), 'sensebench-board-soak-'));
const data = join(folder, 'data');
let served: Served | undefined;
const workers: Child[] = [];
afterAll(async () => {
  for (const { process: own } of workers) {
    own.kill('SIGCONT');
    own.kill('SIGTERM');
  }
  await served?.child.kill('SIGTERM');
  const running = findRunning(placesIn(data));
  if (running) await stopPostgres(data, running.pid);
  rmSync(folder, { recursive: true, force: true });
});

/** What a worker logged, as objects. */
function logOf(worker: Child): { event: string; job?: string }[] {
  return worker
    .said()
    .split('\n')
    .filter((line) => line.startsWith('{"time"'))
    .map((line) => JSON.parse(line));
}

const startWorker = () => {
  const worker = startChild('packages/sensebench/src/cli/main.ts', [
    'worker',
    '--quiet',
    '--data',
    data,
    '--log',
    'json',
    '--lease',
    String(LEASE_SECONDS),
  ]);
  workers.push(worker);
  return worker;
};

/** Comes back in the middle of a job: it was taken, and is not scored yet. */
async function midScore(worker: Child, least: number): Promise<string> {
  for (;;) {
    const log = logOf(worker);
    const last = log.at(-1);
    if (log.filter(({ event }) => event === 'scored').length >= least && last?.event === 'taken' && last.job) return last.job;
    await wait(1);
  }
}

it(`scores ${SUBMISSIONS} submissions exactly once`, async () => {
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'datasets'));
  await buildContext(join(folder, 'datasets', CONTEXT), CONTEXT);
  const rows = readRows(join(folder, 'datasets'), CONTEXT);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  served = await startServe([
    '--data',
    data,
    '--datasets',
    join(folder, 'datasets'),
    '--runs',
    folder,
    '--port',
    String(port),
    '--no-worker',
  ]);
  const owner = createClient(origin);
  await owner.join(served.link.split('#')[1]);
  const made = await owner.call<{ id: string }>('POST', '/api/boards', { datasets: [CONTEXT], phases: SOAK_PHASES });
  expect(made.status, made.text).toBe(200);
  const board = made.body.id;
  const tokens: string[] = [];
  for (let i = 0; i < ACCOUNTS; i++) {
    const client = createClient(origin);
    const { body } = await owner.call<{ link: string }>('POST', `/api/boards/${board}/invitations`, { name: `team ${i}` });
    await client.join(body.link.split('#')[1]);
    tokens.push((await client.call<{ token: string }>('POST', `/api/boards/${board}/tokens`, { name: 'soak' })).body.token);
  }
  const begun = performance.now();
  const texts = Array.from({ length: SUBMISSIONS }, (_, i) => answers(rows, 0.3 + (0.6 * i) / SUBMISSIONS, `s${i}`));
  const ids = await Promise.all(
    texts.map((text, i) => upload(`${origin}/api/boards/${board}/submissions`, { token: tokens[i % ACCOUNTS], text, row: `row ${i}` })),
  );
  const uploaded = performance.now();
  const [first, second] = [startWorker(), startWorker()];
  const killed = await midScore(first, 3);
  await first.kill('SIGKILL');
  const third = startWorker();
  const stopped = await midScore(second, 3);
  second.process.kill('SIGSTOP');
  await midScore(third, 3);
  // The third one works on while PostgreSQL goes away and `serve` starts it again.
  const postgres = findRunning(placesIn(data));
  expect(postgres).not.toBeNull();
  if (postgres) process.kill(postgres.pid, 'SIGINT');
  await wait((LEASE_SECONDS + 2) * 1000);
  second.process.kill('SIGCONT');
  const done = () => owner.call<{ submissions: { id: string; state: string }[] }>('GET', `/api/boards/${board}/submissions`);
  for (;;) {
    const { body } = await done();
    if (body.submissions.every(({ state }) => state !== 'queued' && state !== 'running')) break;
    await wait(500);
  }
  const ended = performance.now();
  const after = findRunning(placesIn(data));
  expect(after?.pid).not.toBe(postgres?.pid);
  const { body } = await done();
  expect(body.submissions.map(({ id, state }) => `${id} ${state}`).sort()).toEqual(ids.map((id) => `${id} done`).sort());
  await wait(2000);
  for (const worker of [second, third]) {
    worker.process.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
  }
  const store = await openStore({ data, command: 'soak' });
  try {
    const found = await store.sql`
      select s.id, s.position, j.tries, j.state, (select count(*)::integer from scores x where x.submission = s.id) as scores,
        (x.scored->'parts'->'all'->'corpus'->>'f1')::float8 as f1
      from submissions s join jobs j on j.id = s.job join scores x on x.submission = s.id where s.board = ${board} and s.kind = 'submission'`;
    expect(found.length).toBe(SUBMISSIONS);
    expect(found.every(({ scores, state }) => scores === 1 && state === 'done')).toBe(true);
    const positions = await store.sql`select position from submissions where board = ${board} order by position`;
    expect(positions.map(({ position }) => position)).toEqual(positions.map((_, i) => i + 1));
    const f1 = new Map(found.map((row) => [String(row.id), Number(row.f1)]));
    for (const [i, id] of ids.entries()) expect(f1.get(id)).toBeCloseTo(f1Of(texts[i], rows), 12);
    // A short job may have ended just before the signal came; its worker has then logged it.
    const cut = [
      { job: killed, worker: first },
      { job: stopped, worker: second },
    ].filter(({ job, worker }) => !logOf(worker).some((own) => own.event === 'scored' && own.job === job));
    const jobs = await store.sql`select id, tries from jobs`;
    const tries = new Map(jobs.map((row) => [String(row.id), Number(row.tries)]));
    for (const { job } of cut) expect(tries.get(job)).toBeGreaterThanOrEqual(2);
    const events = workers.flatMap(logOf);
    const scored = events.flatMap(({ event, job }) => (event === 'scored' && job ? [job] : []));
    expect(new Set(scored).size).toBe(scored.length);
    const twice = found.filter((row) => row.tries > 1).length;
    console.log(
      `${SUBMISSIONS} submissions of ${ACCOUNTS} accounts taken in ${seconds(uploaded - begun)} s, scored in ${seconds(ended - uploaded)} s; ` +
        `${scored.length} jobs logged as scored, ${twice} submissions needed a second try, ${events.filter(({ event }) => event === 'lost').length} leases lost, ` +
        `${events.filter(({ event }) => event === 'waiting').length} waits for PostgreSQL`,
    );
  } finally {
    await store.close();
  }
});

const seconds = (ms: number) => (ms / 1000).toFixed(1);

async function upload(url: string, { token, text, row }: { token: string; text: string; row: string }): Promise<string> {
  for (;;) {
    const form = new FormData();
    form.set('file', new Blob([text]), 'predictions.jsonl');
    form.set('row', row);
    const response = await fetch(url, { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } });
    if (response.status === 429 || response.status === 503) {
      await wait(500);
      continue;
    }
    const said = await response.text();
    if (response.status !== 200) throw new Error(said);
    return JSON.parse(said).submission.id;
  }
}
