/** The clock of the machine goes an hour back or forward: no answer is lost or refused, and rate limits stay. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { answers, readRows, testBoards } from '../../../../test/board.ts';
import { pairRows } from '../../../../test/soak-studio.ts';
import { makeDataset } from '../../../../test/studio.ts';
import { createRateLimiter } from './http/limits.ts';

const world = testBoards();
let board: string;

beforeAll(async () => {
  board = await world.makeBoard();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('of a competition', () => {
  it('a phase is open again where the clock went back over its end', async () => {
    const rows = readRows(world.folder, 'first-day-of-school');
    const other = await world.competitor(board, 'Team B');
    world.now = '2027-03-01T00:30:00.000Z';
    expect((await world.upload(other, board, answers(rows, 0.7, 'late'))).status).toBe(409);
    world.now = '2027-02-28T23:30:00.000Z';
    expect((await world.upload(other, board, answers(rows, 0.7, 'late'))).status).toBe(200);
  });
});

describe('of a competition, between two submissions of a row', () => {
  it('the row shows the submission that was received last, though its time is earlier', async () => {
    const rows = readRows(world.folder, 'first-day-of-school');
    const team = await world.competitor(board, 'Team C');
    world.now = '2027-01-20T12:00:00.000Z';
    expect((await world.upload(team, board, answers(rows, 0.9, 'first'))).status).toBe(200);
    world.now = '2027-01-20T11:00:00.000Z';
    const { body } = await world.upload(team, board, answers(rows, 0.6, 'second'));
    await world.drain();
    const shown = await world.owner.call('GET', `/api/boards/${board}/phases/1?view=owner`);
    const row = shown.body.board.rows.find(({ account }: { account?: string }) => account === 'Team C');
    expect(row).toMatchObject({ id: body.submission.id, attempts: 2 });
  });
});

describe('of a study', () => {
  it('an answer to an item whose lease lapsed by a jump is still saved, once', async () => {
    makeDataset(world.folder, 'pairs', { benchmark: 'situatedgen', rows: pairRows(3) });
    const study = await world.makeStudy({ dataset: 'pairs', task: 'situatedgen/filter', title: 'jump', people: 1 });
    const person = await world.join(study, 'annotator');
    const [item] = (await person.call('POST', '/api/work/next', { want: 1, holding: [] })).body.items;
    // Forward: all times are further in the past by the clock of now.
    await world.studio.sql`update leases set expires = expires - interval '5 hours', taken = taken - interval '5 hours'`;
    const id = randomUUID();
    const body = { item: item.item, lease: item.lease, value: 'accept', ms: 1 };
    for (const known of [false, true])
      expect((await person.call('PUT', `/api/work/answers/${id}`, body)).body).toMatchObject({ saved: true, known });
    // Back: what the person takes now is leased for longer, and can be answered.
    const [next] = (await person.call('POST', '/api/work/next', { want: 1, holding: [] })).body.items;
    await world.studio.sql`update leases set expires = expires + interval '1 hour', taken = taken + interval '1 hour'`;
    const later = await person.call('PUT', `/api/work/answers/${randomUUID()}`, { ...body, item: next.item, lease: next.lease });
    expect(later.body).toMatchObject({ saved: true });
    const { text } = await world.owner.call('GET', `/api/studies/${study}/decisions.jsonl`);
    expect(text.trim().split('\n')).toHaveLength(2);
  });
});

it('does not change what a rate limit allows', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const limiter = createRateLimiter({ burst: 1, perSecond: 0.001, clock: () => performance.now() });
  expect(limiter.take('a')).toBe(true);
  vi.setSystemTime(Date.now() + 3_600_000);
  expect(limiter.take('a')).toBe(false);
  vi.setSystemTime(Date.now() - 7_200_000);
  expect(limiter.take('a')).toBe(false);
  expect(limiter.take('b')).toBe(true);
});
