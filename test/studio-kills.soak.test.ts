/** `serve`, PostgreSQL and both are killed (SIGKILL) under load and during the first start: every acknowledged answer and submission is there, once. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { createRandom } from '../packages/metrics/src/core/index.ts';
import { placesIn } from '../packages/studio/src/server/postgres/data-folder.ts';
import { findRunning, stopPostgres } from '../packages/studio/src/server/postgres/launch-postgres.ts';
import { openStore } from '../packages/studio/src/server/store/open-store.ts';
import { buildContext, CONTEXTS, readRows } from './board.ts';
import { startChild } from './child-process.ts';
import { checkSubmissions, compete, openSoakBoard, type TakenSubmission, untilScored } from './soak-competitors.ts';
import { annotate, checkDecisions, freePort, openSoakStudy, pairRows, type Served, startServe, type WorkTally } from './soak-studio.ts';
import { makeDataset } from './studio.ts';

const KILLS = Number(process.env.SOAK_KILLS ?? 20);
const SEED = Number(process.env.SOAK_SEED ?? 17);
const ANNOTATORS = 12;
/** All of them answer every item that they get to. */
const PEOPLE = ANNOTATORS;
const FIRST_STARTS = 4;
const COMPETITORS = 4;
const [CONTEXT] = CONTEXTS;

const folder = mkdtempSync(join(tmpdir(), 'sensebench-studio-kills-'));
const data = join(folder, 'data');
let served: Served | undefined;
afterAll(async () => {
  await served?.child.kill('SIGTERM');
  const running = findRunning(placesIn(data));
  if (running) await stopPostgres(data, running.pid);
  rmSync(folder, { recursive: true, force: true });
});

it(`loses nothing in ${KILLS} kills`, async () => {
  chmodSync(folder, 0o755);
  const random = createRandom(String(SEED));
  makeDataset(join(folder, 'datasets'), 'pairs', { benchmark: 'situatedgen', rows: pairRows(60 * KILLS + 200) });
  await buildContext(join(folder, 'datasets', CONTEXT), CONTEXT);
  const port = await freePort();
  const words = ['--data', data, '--datasets', join(folder, 'datasets'), '--runs', folder, '--port', String(port)];
  for (let i = 0; i < FIRST_STARTS; i++) {
    const child = startChild('packages/sensebench/src/cli/main.ts', ['serve', '--quiet', ...words]);
    await wait(1500 + 2500 * random.next());
    await child.kill();
  }
  served = await startServe(words);
  const origin = `http://127.0.0.1:${port}`;
  const { owner, study, clients } = await openSoakStudy(origin, { link: served.link, annotators: ANNOTATORS, people: PEOPLE });
  const tally: WorkTally = { acknowledged: [], refused: 0, takes: [], saves: [] };
  const { board, clients: competitors } = await openSoakBoard(origin, { owner, dataset: CONTEXT, competitors: COMPETITORS });
  const rows = readRows(join(folder, 'datasets'), CONTEXT);
  const taken: TakenSubmission[] = [];
  let over = false;
  const ends = () => over;
  const work = Promise.all([
    ...clients.map((client, person) => annotate(client, { person, ends, thinkMs: () => 100 + 200 * random.next(), tally })),
    ...competitors.map((client) => compete(client, { origin, board, rows, ends, thinkMs: () => 500 + 1000 * random.next(), taken })),
  ]);
  const killed = { server: 0, postgres: 0, both: 0 };
  for (let i = 0; i < KILLS; i++) {
    const kind = (['server', 'postgres', 'both'] as const)[i % 3];
    const before = tally.acknowledged.length;
    const submitted = taken.length;
    await Promise.race([work, until(() => tally.acknowledged.length >= before + 5 + 30 * random.next() && taken.length > submitted)]);
    await wait(200 * random.next());
    const postgres = findRunning(placesIn(data))?.pid;
    if (kind !== 'postgres') await served.child.kill();
    if (kind !== 'server' && postgres) process.kill(postgres, 'SIGKILL');
    killed[kind]++;
    if (kind !== 'postgres') served = await startServe(words);
  }
  const last = tally.acknowledged.length;
  await Promise.race([work, until(() => tally.acknowledged.length >= last + 20)]);
  over = true;
  await work;
  const exported = await owner.call('GET', `/api/studies/${study}/decisions.jsonl`);
  const found = checkDecisions(exported.text, { acknowledged: tally.acknowledged, people: PEOPLE });
  await untilScored(owner, board);
  const store = await openStore({ data, command: 'soak' });
  const scored = await checkSubmissions(store.sql, { board, taken, rows });
  await store.close();
  const waits = [...clients, ...competitors].reduce((sum, client) => sum + client.waits, 0);
  const acknowledged = { answers: tally.acknowledged.length, submissions: taken.length };
  console.log(JSON.stringify({ killed, firstStarts: FIRST_STARTS, acknowledged, ...found, refused: tally.refused, ...scored, waits }));
  expect(found).toMatchObject({ lost: 0, doubled: 0, tooMany: 0 });
  expect(found.stored).toBe(tally.acknowledged.length);
  expect(taken.length).toBeGreaterThan(KILLS);
  expect(scored).toMatchObject({ lostSubmissions: 0, doubledSubmissions: 0, wrong: 0, placesInOrder: true });
  expect(waits).toBeGreaterThan(KILLS);
});

async function until(done: () => boolean): Promise<void> {
  for (const deadline = performance.now() + 180_000; !done(); await wait(20))
    if (performance.now() > deadline) throw new Error('nobody goes on');
}
