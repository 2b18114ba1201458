import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { answers, readRows, testBoards } from '../../../../test/board.ts';
import type { Caller } from '../../../../test/studio.ts';
import type { Studio } from './studio.ts';
import { startTaskWorkers, type TaskWorkers } from './tasks/task-workers.ts';

const world = testBoards();
let board: string;
let rows: { id: string; label: string }[];
let good: string;
let workers: TaskWorkers<Studio>;

type Lanes = Parameters<typeof startTaskWorkers>[0]['lanes'];

/** The server's tasks are done by workers from here on. */
function useWorkers(uploads: NonNullable<Lanes>['uploads'] = { waiting: 10 }): void {
  for (const [name, value] of Object.entries(world.database.environment)) vi.stubEnv(name, value);
  workers = startTaskWorkers<Studio>({
    world: () => ({
      database: { url: world.database.environment.DATABASE_URL },
      ...{ datasets: world.folder, runs: world.folder, modules: [], except: [], demo: false, address: '' },
      secret: world.studio.secret,
    }),
    now: world.studio.app.now,
    say: (line) => world.log.push(line),
    lanes: { uploads, pages: { waiting: 10 }, scores: { waiting: 10 } },
  });
  world.studio.tasks = workers;
}

beforeAll(async () => {
  board = await world.makeBoard();
  rows = readRows(world.folder, 'first-day-of-school');
  good = answers(rows, 0.8, 'a');
});
afterEach(async () => {
  await workers.close();
  vi.unstubAllEnvs();
});

const upload = (who: Caller, file: string, fields = {}, name?: string) => world.upload(who, board, file, fields, name);

describe('a task of a worker', () => {
  it('answers and refuses as it does here, by the clock of the server', async () => {
    useWorkers();
    const team = await world.competitor(board, 'Team A');
    const refused = await upload(team, good.replace('"yes"', '"perhaps"'));
    expect([refused.status, refused.body.problem]).toEqual([
      400,
      expect.stringMatching(/^predictions\.jsonl:\d+: "perhaps" is not a label/),
    ]);
    expect(await upload(team, good, { phase: 'third' })).toMatchObject({
      status: 409,
      body: { problem: 'there is no phase "third" (expected few-shot, zero-shot)' },
    });
    const links = await upload(team, good, { links: 'nowhere' });
    expect([links.status, links.body.field]).toEqual([400, 'links']);
    const { status, body } = await upload(team, good);
    expect([status, body.submission.at]).toEqual([200, world.now]);
  });

  it('that needs too much memory or time ends alone, and the next one is done', async () => {
    useWorkers({ waiting: 10, memoryMb: 100, seconds: 60 });
    const team = await world.competitor(board, 'Team B');
    const large = await upload(team, `[${'{"a":0.5},'.repeat(1_900_000)}{}]`);
    expect([large.status, large.body.problem]).toEqual([400, 'needs more memory than is allowed']);
    expect((await upload(team, good)).status).toBe(200);
    await workers.close();
    useWorkers({ waiting: 10, seconds: 0.01 });
    const late = await upload(team, good);
    expect([late.status, late.body.problem]).toEqual([400, 'takes longer than 0.01 s']);
  });

  it('is refused for the moment where too many wait', async () => {
    useWorkers({ waiting: 0 });
    const teams = await Promise.all(['C', 'D', 'E'].map((name) => world.competitor(board, `Team ${name}`)));
    const sent = await Promise.all(teams.map((team) => upload(team, good)));
    const busy = sent.filter(({ status }) => status === 503);
    expect(busy.length).toBeGreaterThan(0);
    expect(busy[0].headers.get('retry-after')).toBe('5');
    expect(busy[0].body.problem).toBe('the server is busy with other uploads and pages; try again in a few seconds');
  });
});
