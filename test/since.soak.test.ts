/** Twenty visitors look back to twenty times at once: the board is not computed again, and everybody else is answered meanwhile. */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openStore } from '../packages/studio/src/server/store/open-store.ts';
import { openSoakBoard, probe } from './soak-board.ts';
import { SOAK_PHASES } from './soak-competitors.ts';
import { quantile } from './soak-studio.ts';

const VISITORS = 20;
/** A visitor's address may ask 200 times at once. */
const ROUNDS = 8;
const COMPETITORS = 4;
const ROWS = 5;
const P99_MS = 100;

it(`${VISITORS} visitors with ?since=`, async () => {
  // Without the Ladder a board has intervals, paired tests and 1,000 resamples of the ranks.
  const world = await openSoakBoard({ competitors: COMPETITORS, phases: SOAK_PHASES.replace('ladder: 0.05', 'ladder: false') });
  const store = await openStore({ data: join(world.folder, 'data'), command: 'soak' });
  /** Every board that is computed is written: the transactions that wrote them tell which are new. */
  const computed = async () =>
    (await store.sql`select phase, shown, xmin::text as made from phase_boards order by phase, shown`).map((row) => ({ ...row }));
  const address = `${world.origin}/api/boards/${world.board}/phases/1`;
  const read = async (since?: Date) => {
    const response = await fetch(since ? `${address}?since=${since.toISOString()}` : address);
    expect(response.status).toBe(200);
    return response.json();
  };
  const send = async (row: string) => {
    for (const [place, client] of world.clients.entries())
      expect((await world.upload(client, world.predictions(0.5 + place / 10, `${place}/${row}`), { row })).status).toBe(200);
    const path = `/api/boards/${world.board}/submissions`;
    const sent = () => world.owner.call<{ submissions: { state: string }[] }>('GET', path);
    while ((await sent()).body.submissions.some(({ state }) => state !== 'done')) await wait(200);
  };
  try {
    for (let row = 0; row < ROWS; row++) await send(`row ${row}`);
    await read();
    const before = await computed();
    const stop = probe(`${world.origin}/healthz`);
    const waits: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const views = Array.from({ length: VISITORS }, async (_, i) => {
        const asked = performance.now();
        const { changes } = await read(new Date(Date.now() - 1000 * (round * VISITORS + i)));
        waits.push(performance.now() - asked);
        return changes;
      });
      for (const { changes } of await Promise.all(views)) expect(changes).toHaveLength(COMPETITORS * ROWS);
    }
    const health = await stop();
    const figures = { waitP99: quantile(waits, 0.99), healthP99: quantile(health, 0.99), healthAsked: health.length };
    console.log(JSON.stringify(figures, (_, value) => (typeof value === 'number' ? Math.round(value) : value)));
    expect(await computed()).toEqual(before);
    expect(figures.healthP99).toBeLessThan(P99_MS);
    // A new submission does make a new board: otherwise nothing was shown by its absence.
    await send('one more');
    await read();
    expect(await computed()).not.toEqual(before);
  } finally {
    await store.close();
    await world.close();
  }
});
