import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { answers, CONTEXTS, PHASES, readRows, testBoards } from '../../../../../test/board.ts';
import type { Caller } from '../../../../../test/studio.ts';
import { countJobs } from '../store/job-queue.ts';

const world = testBoards();
const [SCHOOL] = CONTEXTS;
let board = '';
let [ada, bo]: Caller[] = [];
let [good, other] = ['', ''];

const listed = async (who: Caller) => (await who.call('GET', `/api/boards/${board}/submissions`)).body.submissions;
const queued = async () => (await countJobs(world.studio.sql, { kind: 'board-score' })).queued;
const used = async (who: Caller) => (await who.call('GET', `/api/boards/${board}`)).body.me.quota.day.used;

beforeAll(async () => {
  board = await world.makeBoard(PHASES.replace('{ day: 3, total: 5 }', '{ day: 20, total: 200 }'));
  [ada, bo] = [await world.competitor(board, 'Ada'), await world.competitor(board, 'Bo')];
  const rows = readRows(world.folder, SCHOOL);
  [good, other] = [answers(rows, 0.8, 'good'), answers(rows, 0.3, 'other')];
  await world.drain();
});

describe('the id that a sender gives a submission', () => {
  const id = randomUUID();
  const said = { id, row: 'mine', model: 'secret model', note: 'secret note', links: 'https://example.org/secret', phase: 'few-shot' };

  it('belongs to the account: another account that uses it sends a submission of its own', async () => {
    const first = await world.upload(ada, board, good, said);
    const second = await world.upload(bo, board, other, { id, row: 'theirs' });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.text).not.toMatch(/secret|Ada|mine/);
    expect(second.body.submission).toMatchObject({ account: 'Bo', row: 'theirs', model: null });
    expect(second.body.submission.id).not.toBe(first.body.submission.id);
    expect(second.body.submission.sha256).not.toBe(first.body.submission.sha256);
    expect([await used(ada), await used(bo)]).toEqual([1, 1]);
    expect(await listed(bo)).toHaveLength(1);
    expect(await queued()).toBe(2);
  });

  it('also when two accounts use it at the same moment', async () => {
    const [shared, before] = [randomUUID(), await queued()];
    const sent = await Promise.all([ada, bo].map((who, i) => world.upload(who, board, good, { id: shared, row: `at once ${i}` })));
    expect(sent.map(({ body }) => body.submission.account)).toEqual(['Ada', 'Bo']);
    expect(await queued()).toBe(before + 2);
  });

  it('is no id of anybody’s submission: what others sent cannot be addressed by it', async () => {
    for (const who of [ada, bo, world.visitor]) expect((await who.call('GET', `/api/boards/${board}/submissions/${id}`)).status).toBe(404);
    const [own] = await listed(ada);
    for (const [method, path, body] of [
      ['PATCH', '', { note: 'changed' }],
      ['POST', '/cancel', {}],
    ] as const)
      expect((await bo.call(method, `/api/boards/${board}/submissions/${own.id}${path}`, body)).status).toBe(404);
  });

  it('with the same content gives back what is stored and queues nothing, also when its sender has changed what is said of it', async () => {
    const first = (await listed(ada)).find(({ row }: { row: string }) => row === 'mine');
    const before = await queued();
    await ada.call('PATCH', `/api/boards/${board}/submissions/${first.id}`, { note: 'a new note' });
    for (const fields of [said, { ...said, row: ' mine ' }]) {
      const again = await world.upload(ada, board, good, fields);
      expect([again.status, again.body.submission]).toEqual([200, { ...first, note: 'a new note' }]);
    }
    const { phase: _phase, ...open } = said;
    expect((await world.upload(ada, board, good, open)).body.submission.id).toBe(first.id);
    expect(await queued()).toBe(before);
    expect(await used(ada)).toBe(2);
  });

  it.each([
    ['file', () => other, {}],
    ['row', () => good, { row: 'another row' }],
    ['model', () => good, { model: 'another model' }],
    ['note', () => good, { note: 'another note' }],
    ['links', () => good, { links: 'https://example.org/other' }],
    ['parameters', () => good, { parameters: '7B' }],
    ['phase', () => good, { phase: 'zero-shot' }],
  ])('with another %s is refused', async (_, file, fields) => {
    const before = await queued();
    const { status, body } = await world.upload(ada, board, file(), { ...said, ...fields });
    expect([status, body.problem]).toEqual([409, 'you have already sent a different submission with this id']);
    expect(await queued()).toBe(before);
  });

  it('at the same moment with two contents takes one of them', async () => {
    const twice = { id: randomUUID() };
    const sent = await Promise.all([good, other, good, other].map((file) => world.upload(ada, board, file, { ...twice, row: 'twice' })));
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    expect((await listed(ada)).filter(({ row }: { row: string }) => row === 'twice')).toHaveLength(1);
  });
});

describe('work that uses no quota is bounded', () => {
  let id = '';
  let cy: Caller;
  const send = (file = good, fields = {}) => world.upload(cy, id, file, { row: 'mine', ...fields });
  const cancel = async () => {
    const { body, status } = await send();
    if (status === 200) await cy.call('POST', `/api/boards/${id}/submissions/${body.submission.id}/cancel`);
    return { status, problem: body.problem };
  };
  const stored = async () =>
    Number(
      (await world.studio.sql`select count(*) from predictions p join submissions s on s.id = p.submission where s.board = ${id}`)[0].count,
    );

  beforeAll(async () => {
    id = await world.makeBoard(PHASES.replace('quota: { day: 3, total: 5 }', 'quota: {}'));
    cy = await world.competitor(id, 'Cy');
    await world.drain();
  });

  it('twenty submissions of a day may be cancelled, and their predictions are not kept', async () => {
    const now = world.now;
    for (let i = 0; i < 20; i++) expect((await cancel()).status).toBe(200);
    expect(await stored()).toBe(0);
    expect(await cancel()).toEqual({
      status: 409,
      problem: "20 of today's submissions were cancelled or failed; no more are allowed until 2027-01-21T00:00:00.000Z",
    });
    world.now = '2027-01-21T00:00:00.000Z';
    expect((await cancel()).status).toBe(200);
    expect(await stored()).toBe(0);
    world.now = now;
  });

  it('of failed submissions only those after the last one sent are kept', async () => {
    const now = world.now;
    world.now = '2027-01-22T00:00:00.000Z';
    const { sql } = world.studio;
    const failing = (await send()).body.submission.id;
    await sql`update predictions set lines = 'x' where submission = ${failing}`;
    await world.drain();
    expect(await stored()).toBe(1);
    const { body } = await send();
    expect([...(await sql`select submission from predictions p join submissions s on s.id = p.submission where s.board = ${id}`)]).toEqual([
      { submission: body.submission.id },
    ]);
    await world.drain();
    world.now = now;
  });

  it('fifty uploads of a day may be refused, also at the same moment and over a restart; the next day is another one', async () => {
    const now = world.now;
    world.now = '2027-01-23T08:00:00.000Z';
    const key = randomUUID();
    expect((await send(good, { id: key })).status).toBe(200);
    const bad = await Promise.all(Array.from({ length: 60 }, () => send('{"id":"x"}\n')));
    expect(bad.map(({ status }) => status).sort()).toEqual([...Array(50).fill(400), ...Array(10).fill(429)]);
    // The count is in the database, where a restart leaves it.
    expect([...(await world.studio.sql`select refused from accounts where board = ${id}`)]).toEqual([{ refused: 50 }]);
    const refused = await send();
    expect([refused.status, refused.body.problem, refused.headers.get('retry-after')]).toEqual([
      429,
      "50 of today's uploads were refused; check the file with the starter kit and try again tomorrow (UTC)",
      String(16 * 3600),
    ]);
    // What was taken before is still answered.
    expect((await send(good, { id: key })).status).toBe(200);
    world.now = '2027-01-24T00:00:00.000Z';
    expect((await send()).status).toBe(200);
    expect([...(await world.studio.sql`select refused from accounts where board = ${id}`)]).toEqual([{ refused: 0 }]);
    world.now = now;
  });
});
