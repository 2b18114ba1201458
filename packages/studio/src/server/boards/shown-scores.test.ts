/** What a competition shows of each submission while its phase runs, and after its end, through every way of reading it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { answers, CONTEXTS, PHASES, readRows, testBoards } from '../../../../../test/board.ts';
import type { Caller } from '../../../../../test/studio.ts';
import type { BoardRow } from '../../leaderboard/index.ts';
import { leaseJob } from '../store/job-queue.ts';

const world = testBoards();
const [SCHOOL] = CONTEXTS;
let [board, free]: string[] = [];
let [ada, bo]: Caller[] = [];
const ids: Record<string, string> = {};

interface Own {
  row: string;
  told: number | null;
  result: string | null;
}
const phase = async (id: string, query = '', who = world.visitor) => (await who.call('GET', `/api/boards/${id}/phases/1${query}`)).body;
const rowOf = async (id: string, name: string, query = ''): Promise<BoardRow> =>
  (await phase(id, query)).board.rows.find((row: BoardRow) => row.name === name);
const ownOf = async (id: string, who: Caller, name: string): Promise<Own> =>
  (await who.call('GET', `/api/boards/${id}/submissions`)).body.submissions.find(({ row }: Own) => row === name);
const trueScore = async (id: string, name: string): Promise<number> => {
  const [row] = await world.studio.sql`
    select coalesce(scored->'parts'->'public', scored->'parts'->'all')->'standing'->>'value' as value from scores x join submissions s on s.id = x.submission
    where s.board = ${id} and s."row" = ${name}`;
  return Number(row.value);
};
async function send(id: string, who: Caller, name: string, share: number): Promise<void> {
  const sent = await world.upload(who, id, answers(readRows(world.folder, SCHOOL), share, name), { row: name });
  expect(sent.status, sent.text).toBe(200);
  if (id === board) ids[name] = sent.body.submission.id;
}

const open = PHASES.replace('{ day: 3, total: 5 }', '{ day: 50, total: 50 }').replace('anonymous: true', 'anonymous: false');

beforeAll(async () => {
  [board, free] = [await world.makeBoard(open), await world.makeBoard(open.replace('ladder: 0.05', 'ladder: true'))];
  [ada, bo] = [await world.competitor(board, 'Ada'), await world.competitor(board, 'Bo')];
  const carol = await world.competitor(free, 'Carol');
  await send(board, ada, 'good', 0.8);
  await world.drain();
  for (const [name, share] of [
    ['nonsense', 0.03],
    ['a little worse', 0.6],
    ['best', 0.95],
  ] as const)
    await send(board, ada, name, share);
  await send(board, bo, 'weak', 0.3);
  await world.drain();
  await send(free, carol, 'good', 0.8);
  await world.drain();
  await send(free, carol, 'nonsense', 0.03);
  await world.drain();
});

describe('while the phase runs', () => {
  it('a score is the submission’s own, rounded to the step', async () => {
    const shown = await phase(board);
    expect(shown.board.grid).toBe(0.05);
    for (const name of ['good', 'best', 'weak']) {
      const { value } = await rowOf(board, name);
      expect(Math.abs((value ?? Number.NaN) - (await trueScore(board, name)))).toBeLessThanOrEqual(0.025 + 1e-9);
    }
    expect([(await rowOf(board, 'best')).rank, (await rowOf(board, 'good')).rank, (await rowOf(board, 'weak')).rank]).toEqual([1, 2, 3]);
  });

  it.each([
    ['nonsense', 'by a step', () => board, 'by more than 5.00'],
    ['a little worse', 'by a step', () => board, 'by more than 5.00'],
    ['nonsense', 'without parameters', () => free, 'by more than chance'],
  ])('a row (%s, Ladder %s) that is not above its account’s best has no score and no rank', async (name, _, id, amount) => {
    const row = await rowOf(id(), name);
    expect(row).toMatchObject({ value: null, rank: null, missing: `not above the account’s best so far ${amount}` });
    expect(row).toMatchObject({ scores: {}, breakdowns: {}, signatures: {} });
    for (const field of ['interval', 'rankInterval', 'fromBest', 'likeBest']) expect(row).not.toHaveProperty(field);
  });

  it('the table, the CSV file and the page of the submission say so in words', async () => {
    const csv = (await world.visitor.call('GET', `/api/boards/${board}/phases/1/download?format=csv`)).text;
    const [, ...lines] = csv.trim().split('\n');
    const line = lines.find((own) => own.includes('nonsense')) ?? '';
    expect(line).toMatch(/^,nonsense,,1,4,.*not above the account’s best so far by more than 5\.00/);
    expect((await phase(board)).tables[0].caption).toContain('rounded to the nearest 5.00');
    const { body } = await world.visitor.call('GET', `/api/boards/${board}/submissions/${ids.nonsense}`);
    expect(body.row).toEqual(await rowOf(board, 'nonsense'));
    expect(body.own).toBeNull();
  });

  it('its sender reads the score as boards print it, or why there is none', async () => {
    const { value } = await rowOf(board, 'good');
    const best = (100 * (value ?? 0)).toFixed(2);
    expect(await ownOf(board, ada, 'good')).toMatchObject({ told: value, result: `F1 ${best}, rounded to the nearest 5.00` });
    expect(await ownOf(board, ada, 'nonsense')).toMatchObject({
      told: null,
      result: `not above your best so far (F1 ${best}) by more than 5.00; its own score is shown when the phase ends`,
    });
  });

  it('nothing that visitors or other competitors can read changes with a score that is not shown', async () => {
    const read = async () => {
      const seen: Record<string, string> = {};
      for (const [name, who] of Object.entries({ visitor: world.visitor, bo, ada }))
        for (const path of [
          ...['', '/phases/1', '/phases/1?since=2027-01-20T12:00:00Z', '/phases/1/download?format=json', '/submissions', '/static'],
          ...Object.values(ids).flatMap((id) => [
            `/submissions/${id}`,
            `/submissions/${id}/items`,
            `/submissions/${id}/items?with=${ids.good}`,
          ]),
        ]) {
          const { status, text, bytes } = await who.call('GET', `/api/boards/${board}${path}`);
          seen[`${name} ${path}`] = `${status} ${path === '/static' ? Buffer.from(bytes).toString('base64') : text}`;
        }
      return seen;
    };
    const before = await read();
    // The same submission with the scores of another one that is not above the best either.
    const { sql } = world.studio;
    const [{ scored }] = await sql`select scored from scores where submission = ${ids.nonsense}`;
    await sql`
      update scores set scored = (select scored from scores where submission = ${ids['a little worse']}) where submission = ${ids.nonsense}`;
    await sql`update boards set revision = revision + 1 where id = ${board}`;
    expect(await read()).toEqual(before);
    await sql`update scores set scored = ${JSON.stringify(scored)}::text::jsonb where submission = ${ids.nonsense}`;
  });

  it('an earlier board shows no more than was shown: what was scored later does not come first by looking back', async () => {
    const now = world.now;
    world.now = '2027-01-21T10:00:00.000Z';
    const eve = await world.competitor(board, 'Eve');
    await send(board, eve, 'early', 0.6);
    // A slow worker: what is sent later is scored first.
    await leaseJob(world.studio.sql, { kinds: ['board-score'], worker: 'slow', seconds: 0.4 });
    world.now = '2027-01-21T11:00:00.000Z';
    await send(board, eve, 'late', 0.9);
    await world.drain();
    expect((await rowOf(board, 'late')).value).not.toBeNull();
    expect((await rowOf(board, 'early')).value).toBeNull();
    const since = '?since=2027-01-21T10:30:00Z';
    const { changes } = await phase(board, since);
    const change = changes.changes.find(({ name }: { name: string }) => name === 'early');
    expect(change.value).toEqual({ old: null, new: null });
    world.now = now;
  });
});

describe('when the phase is over', () => {
  it('every row has its own score and a rank, on its page, in the list and on the board', async () => {
    const now = world.now;
    world.now = '2027-03-01T00:00:00.000Z';
    const { board: shown } = await phase(board);
    const rows: BoardRow[] = shown.rows.filter(({ kind }: BoardRow) => kind === 'submission');
    expect(rows.map(({ value, rank }) => typeof value + typeof rank)).toEqual(rows.map(() => 'numbernumber'));
    const nonsense = rows.find(({ name }) => name === 'nonsense');
    expect(nonsense?.rank).toBe(rows.length);
    const own = await ownOf(board, ada, 'nonsense');
    expect(own).toMatchObject({ told: nonsense?.value, result: `F1 ${(100 * (nonsense?.value ?? 0)).toFixed(2)}` });
    world.now = now;
  });
});
