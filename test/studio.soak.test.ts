/** Fifty annotators at once for a minute, over HTTP: nothing lost, doubled or given to two who may not, and nobody waits. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import {
  annotate,
  checkDecisions,
  freePort,
  openSoakStudy,
  pairRows,
  quantile,
  type Served,
  startServe,
  type WorkTally,
} from './soak-studio.ts';
import { makeDataset } from './studio.ts';

const SECONDS = Number(process.env.SOAK_SECONDS ?? 60);
const ANNOTATORS = 50;
const PEOPLE = 10;
/** A quick person: half a second an item. */
const THINK_MS = 500;
const ITEMS = Math.ceil((ANNOTATORS * SECONDS * 1000) / THINK_MS / PEOPLE) + ANNOTATORS;
const P99_MS = 250;

const folder = mkdtempSync(join(tmpdir(), 'sensebench-studio-soak-'));
let served: Served | undefined;
afterAll(async () => {
  await served?.child.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

it(`${ANNOTATORS} annotators for ${SECONDS} s`, async () => {
  chmodSync(folder, 0o755);
  makeDataset(join(folder, 'datasets'), 'pairs', { benchmark: 'situatedgen', rows: pairRows(ITEMS) });
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  served = await startServe([
    '--data',
    join(folder, 'data'),
    '--datasets',
    join(folder, 'datasets'),
    '--runs',
    folder,
    '--port',
    String(port),
  ]);
  const { owner, study, clients } = await openSoakStudy(origin, { link: served.link, annotators: ANNOTATORS, people: PEOPLE });
  const tally: WorkTally = { acknowledged: [], refused: 0, takes: [], saves: [] };
  const end = performance.now() + SECONDS * 1000;
  const think = () => THINK_MS * (0.5 + Math.random());
  await Promise.all(
    clients.map((client, person) => annotate(client, { person, ends: () => performance.now() > end, thinkMs: think, tally })),
  );
  const exported = await owner.call('GET', `/api/studies/${study}/decisions.jsonl`);
  const found = checkDecisions(exported.text, { acknowledged: tally.acknowledged, people: PEOPLE });
  const figures = {
    items: ITEMS,
    answers: tally.acknowledged.length,
    ...found,
    refused: tally.refused,
    waits: clients.reduce((sum, { waits }) => sum + waits, 0),
    save: {
      p50: quantile(tally.saves, 0.5),
      p99: quantile(tally.saves, 0.99),
      ratio: quantile(tally.saves, 0.99) / quantile(tally.saves, 0.5),
    },
    take: {
      p50: quantile(tally.takes, 0.5),
      p99: quantile(tally.takes, 0.99),
      ratio: quantile(tally.takes, 0.99) / quantile(tally.takes, 0.5),
    },
  };
  console.log(JSON.stringify(figures, (_, value) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value), 2));
  expect(found).toMatchObject({ stored: tally.acknowledged.length, lost: 0, doubled: 0, tooMany: 0 });
  expect(tally.refused).toBe(0);
  expect(figures.save.p99).toBeLessThan(P99_MS);
  expect(figures.take.p99).toBeLessThan(P99_MS);
});
