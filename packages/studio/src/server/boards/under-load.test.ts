/** Submissions, workers that are slow, and scoring again at the same time; and the moment at which a phase ends. */
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { answers, CONTEXTS, PHASES, readRows, testBoards } from '../../../../../test/board.ts';
import type { Caller } from '../../../../../test/studio.ts';
import { leaseJob } from '../store/job-queue.ts';
import { startWorker } from './board-worker.ts';
import { scoringOf } from './open-board.ts';
import { rescoreBoard } from './rescore.ts';
import { runScoreJob } from './score-job.ts';

const world = testBoards();
const [SCHOOL] = CONTEXTS;
const phases = PHASES.replace('{ day: 3, total: 5 }', '{ day: 50, total: 50 }').replace('anonymous: true', 'anonymous: false');

interface Own {
  id: string;
  row: string;
  state: string;
  told: number | null;
  result: string | null;
}
const ownOf = async (board: string, who: Caller): Promise<Own[]> =>
  (await who.call('GET', `/api/boards/${board}/submissions`)).body.submissions;
const send = async (board: string, who: Caller, row: string, share: number): Promise<string> => {
  const sent = await world.upload(who, board, answers(readRows(world.folder, SCHOOL), share, row), { row });
  expect(sent.status, sent.text).toBe(200);
  return sent.body.submission.id;
};
const worker = (name: string) => startWorker({ world: scoringOf(world.studio), log: () => undefined, idleMs: 5, name });
const shownScoring = async (board: string) => Number((await world.studio.sql`select scoring from boards where id = ${board}`)[0].scoring);

describe('scoring again while submissions come in', () => {
  it('scores each once for every scoring, gives each one place, and changes nothing that was shown', async () => {
    const board = await world.makeBoard(phases);
    const accounts = await Promise.all(['Ada', 'Bo', 'Cy'].map((name) => world.competitor(board, name)));
    await world.drain();
    const workers = ['one', 'two'].map(worker);
    const told = new Map<string, string | null>();
    const look = async () => {
      for (const own of (await Promise.all(accounts.map((who) => ownOf(board, who)))).flat()) {
        if (own.state !== 'done') continue;
        // The labels stay, so what was shown once is shown for ever.
        if (told.has(own.id)) expect([own.row, own.result]).toEqual([own.row, told.get(own.id)]);
        told.set(own.id, own.result);
      }
    };
    const sending = accounts.map(async (who, i) => {
      for (const [n, share] of [0.3, 0.6, 0.5, 0.9].entries()) await send(board, who, `row ${i} ${n}`, share);
    });
    for (let round = 0; round < 3; round++) {
      await rescoreBoard(world.studio, { board, reason: `round ${round}` });
      await look();
      await wait(60);
    }
    await Promise.all(sending);
    while ((await shownScoring(board)) !== 4 || told.size < 12) {
      await look();
      await wait(20);
    }
    await Promise.all(workers.map((own) => own.stop()));
    await look();
    const { sql } = world.studio;
    const scores = await sql`
      select s.id, count(*)::integer as number from submissions s join scores x on x.submission = s.id and x.scoring = 4 where s.board = ${board} group by s.id`;
    const places = await sql`select position from submissions where board = ${board} and phase = 'few-shot' order by position`;
    expect(scores.filter(({ number }) => number !== 1)).toEqual([]);
    expect(places.map(({ position }) => position)).toEqual(places.map((_, i) => i + 1));
    expect(places.length).toBe(12 + 2);
  });

  it('a result that comes when boards show another scoring takes its place behind what was shown since', async () => {
    const board = await world.makeBoard(phases);
    const ada = await world.competitor(board, 'Ada');
    await world.drain();
    const slow = () => leaseJob(world.studio.sql, { kinds: ['board-score'], worker: 'slow', seconds: 60 });
    const finish = async (lease: Awaited<ReturnType<typeof slow>>) => {
      if (lease) expect(await runScoreJob(scoringOf(world.studio), lease, new AbortController().signal)).toBe(true);
    };
    const until = async (isDone: () => Promise<boolean>) => {
      const other = worker('other');
      while (!(await isDone())) await wait(20);
      await other.stop();
    };
    await send(board, ada, 'first', 0.9);
    const early = await slow();
    await rescoreBoard(world.studio, { board, reason: 'while it is scored' });
    await until(async () => (await shownScoring(board)) === 2);
    // Its result is of the scoring before, so it is scored once more, and again slowly.
    await finish(early);
    const again = await slow();
    expect(again).toMatchObject({ payload: { scoring: 2 } });
    await send(board, ada, 'second', 0.6);
    const second = async () => (await ownOf(board, ada)).find(({ row }) => row === 'second');
    await until(async () => (await second())?.state === 'done');
    const shown = await second();
    expect(shown?.told).not.toBeNull();
    await finish(again);
    expect(await second()).toEqual(shown);
    const order = await world.studio.sql`select "row" from submissions where board = ${board} and kind = 'submission' order by position`;
    expect(order.map(({ row }) => row)).toEqual(['second', 'first']);
  });
});

describe('the moment at which a phase ends', () => {
  const [BEFORE, END] = ['2027-02-28T23:59:59.999Z', '2027-03-01T00:00:00.000Z'];
  let board = '';
  let ada: Caller;
  const shown = async (query = '') => (await world.visitor.call('GET', `/api/boards/${board}/phases/1${query}`)).body.board;

  beforeAll(async () => {
    world.now = BEFORE;
    board = await world.makeBoard(phases);
    ada = await world.competitor(board, 'Ada');
    await send(board, ada, 'good', 0.9);
    await send(board, ada, 'weak', 0.6);
    await world.drain();
  });

  it('is the first at which scores of the private part are shown', async () => {
    world.now = BEFORE;
    expect(await shown()).toMatchObject({ feedback: 'ladder', part: 'public' });
    expect((await ownOf(board, ada)).map(({ told }) => told === null)).toEqual([true, false]);
    world.now = END;
    expect(await shown()).toMatchObject({ feedback: 'final', part: 'private' });
    expect((await ownOf(board, ada)).map(({ told }) => told === null)).toEqual([false, false]);
  });

  it('is too late to send or to choose; what was received a millisecond before is scored after it and counts', async () => {
    world.now = BEFORE;
    const last = await send(board, ada, 'last', 0.95);
    world.now = END;
    expect((await world.upload(ada, board, answers(readRows(world.folder, SCHOOL), 0.9, 'late'))).status).toBe(409);
    expect((await ada.call('PATCH', `/api/boards/${board}/submissions/${last}`, { final: true })).status).toBe(409);
    await world.drain();
    const { rows } = await shown();
    expect(rows.find(({ id }: { id: string }) => id === last)).toMatchObject({
      at: BEFORE,
      rank: expect.any(Number),
      value: expect.any(Number),
    });
    world.now = BEFORE;
    expect((await ada.call('PATCH', `/api/boards/${board}/submissions/${last}`, { final: true })).status).toBe(200);
  });
});
