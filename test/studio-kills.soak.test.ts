/** `serve`, PostgreSQL and both are killed (SIGKILL) under load and during the first start: every acknowledged answer is there, people go on. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { createRandom } from '../src/core/index.ts';
import { placesIn } from '../src/server/store/data-folder.ts';
import { findRunning, stopPostgres } from '../src/server/store/launch-postgres.ts';
import { startChild } from './child-process.ts';
import { annotate, checkDecisions, freePort, openSoakStudy, pairRows, type Served, startServe, type WorkTally } from './soak-studio.ts';
import { makeDataset } from './studio.ts';

const KILLS = Number(process.env.SOAK_KILLS ?? 20);
const SEED = Number(process.env.SOAK_SEED ?? 17);
const ANNOTATORS = 12;
/** All of them answer every item that they get to. */
const PEOPLE = ANNOTATORS;
const FIRST_STARTS = 4;

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
  makeDataset(join(folder, 'datasets'), 'pairs', { benchmark: 'situatedgen', rows: pairRows(20 * KILLS + 100) });
  const port = await freePort();
  const words = ['--data', data, '--datasets', join(folder, 'datasets'), '--runs', folder, '--port', String(port)];
  for (let i = 0; i < FIRST_STARTS; i++) {
    const child = startChild('src/cli/main.ts', ['serve', '--quiet', ...words]);
    await wait(1500 + 2500 * random.next());
    await child.kill();
  }
  served = await startServe(words);
  const origin = `http://127.0.0.1:${port}`;
  const { owner, study, clients } = await openSoakStudy(origin, { link: served.link, annotators: ANNOTATORS, people: PEOPLE });
  const tally: WorkTally = { acknowledged: [], refused: 0, takes: [], saves: [] };
  let over = false;
  const work = Promise.all(
    clients.map((client, person) => annotate(client, { person, ends: () => over, thinkMs: () => 20 + 80 * random.next(), tally })),
  );
  const killed = { server: 0, postgres: 0, both: 0 };
  for (let i = 0; i < KILLS; i++) {
    const kind = (['server', 'postgres', 'both'] as const)[i % 3];
    const before = tally.acknowledged.length;
    await Promise.race([work, until(() => tally.acknowledged.length >= before + 5 + 30 * random.next())]);
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
  const waits = clients.reduce((sum, client) => sum + client.waits, 0);
  console.log(
    JSON.stringify({ killed, firstStarts: FIRST_STARTS, acknowledged: tally.acknowledged.length, ...found, refused: tally.refused, waits }),
  );
  expect(found).toMatchObject({ lost: 0, doubled: 0, tooMany: 0 });
  expect(found.stored).toBe(tally.acknowledged.length);
  expect(waits).toBeGreaterThan(KILLS);
});

async function until(done: () => boolean): Promise<void> {
  for (const deadline = performance.now() + 180_000; !done(); await wait(20))
    if (performance.now() > deadline) throw new Error('nobody goes on');
}
