import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answers, readRows, testBoards } from '../../../../../test/board.ts';
import type { Caller } from '../../../../../test/studio.ts';
import { createComputed } from '../computed.ts';
import type { Studio } from '../studio.ts';
import type { TaskRunner } from '../tasks/task.ts';

const world = testBoards();
let board: string;
let team: Caller;
let rows: { id: string; label: string }[];
/** Names of the tasks that were run. */
const ran: string[] = [];

beforeAll(async () => {
  const { tasks } = world.studio;
  const counting: TaskRunner<Studio> = {
    run(task, input, signal) {
      ran.push(task.name);
      return tasks.run(task, input, signal);
    },
  };
  world.studio.tasks = counting;
  board = await world.makeBoard();
  rows = readRows(world.folder, 'first-day-of-school');
  team = await world.competitor(board, 'Team A');
  await send('one', 0.6, '2027-01-18T12:00:00.000Z');
  await send('two', 0.9, '2027-01-20T12:00:00.000Z');
});
beforeEach(() => ran.splice(0));

async function send(row: string, share: number, at: string): Promise<void> {
  world.now = at;
  const { status, text } = await world.upload(team, board, answers(rows, share, row), { row });
  if (status !== 200) throw new Error(text);
  await world.drain();
}

const read = (query = '') => world.visitor.call('GET', `/api/boards/${board}/phases/1${query}`);
const computations = () => ran.filter((name) => name === 'phase-board').length;

describe('a board', () => {
  it('is computed once, however many look back to whatever time', async () => {
    const { body } = await read();
    const times = Array.from({ length: 20 }, (_, hour) => `2027-01-19T${String(hour).padStart(2, '0')}:00:00Z`);
    const found = await Promise.all(times.map((since) => read(`?since=${since}`)));
    expect(computations()).toBe(1);
    for (const { body: own } of found) {
      expect(own.board).toEqual(body.board);
      expect(own.changes.changes.map(({ change }: { change: string }) => change).sort()).toEqual(['down', 'new']);
    }
    expect((await read('?since=2027-01-21T00:00:00Z')).body.changes.changes).toMatchObject([{ change: 'same' }, { change: 'same' }]);
    expect((await read('?since=2027-01-12T00:00:00Z')).body.changes.changes).toMatchObject([{ change: 'new' }, { change: 'new' }]);
    expect(computations()).toBe(1);
  });

  it('is read by another process as it was stored', async () => {
    const { text } = await read();
    world.studio.computed = createComputed();
    expect((await read()).text).toBe(text);
    expect(computations()).toBe(0);
  });

  it('is computed once again after a change, also where a hundred ask for it and more changes come meanwhile', async () => {
    const account = (await read()).body.board.rows.length;
    await send('three', 0.95, '2027-01-20T13:00:00.000Z');
    const before = computations();
    await Promise.all(Array.from({ length: 100 }, () => read()));
    expect(computations() - before).toBe(1);
    expect((await read()).body.board.rows).toHaveLength(account + 1);
    const [{ id }] = (await team.call('GET', `/api/boards/${board}/submissions`)).body.submissions;
    const asking = Array.from({ length: 10 }, () => read());
    await team.call('PATCH', `/api/boards/${board}/submissions/${id}`, { withdrawn: true });
    const asked = computations();
    await Promise.all([...asking, ...Array.from({ length: 10 }, () => read())]);
    expect(computations() - asked).toBeLessThanOrEqual(1);
    expect((await read()).body.board.rows).toHaveLength(account);
  });
});
