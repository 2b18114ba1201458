/** The life of a competition of two phases on the real store: kit, submissions, scores, boards, changes, bundle, static site. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../packages/sensebench/src/app/index.ts';
import { main } from '../packages/sensebench/src/cli/program.ts';
import type { BoardRow } from '../packages/studio/src/leaderboard/index.ts';
import { exportBoard } from '../packages/studio/src/server/boards/bundle.ts';
import { answers, CONTEXTS, readRows, type TestBoards, testBoards } from './board.ts';
import type { Caller } from './studio.ts';

const world = testBoards({ people: true });
const elsewhere = testBoards({ people: true });
const [SCHOOL, GARDEN] = CONTEXTS;
const folder = mkdtempSync(join(tmpdir(), 'sensebench-life-'));
afterAll(() => rmSync(folder, { recursive: true }));
const PASSPHRASE = 'a long passphrase';

/** The competition, from its first day to another host. Each test goes on where the one before ended. */
describe('a competition of two phases', () => {
  let board = '';
  let [ada, bo]: Caller[] = [];
  const sent: Record<string, { id: string; text: string }> = {};
  const phase = async (number: number, who: Caller = world.visitor, query = '') =>
    (await who.call('GET', `/api/boards/${board}/phases/${number}${query}`)).body;
  const rowsOf = async (number: number) => (await phase(number)).board.rows as BoardRow[];
  const send = async (who: Caller, name: string, share: number, context = SCHOOL, fields = {}) => {
    const text = answers(readRows(world.folder, context), share, name);
    const { status, body, text: said } = await world.upload(who, board, text, { row: name, ...fields });
    expect(status, said).toBe(200);
    sent[name] = { id: body.submission.id, text };
  };

  beforeAll(async () => {
    board = await world.makeBoard();
    [ada, bo] = [await world.competitor(board, 'Ada'), await world.competitor(board, 'Bo')];
    await world.drain();
  });

  it('has reference rows from the start, and Table 2 of the paper apart from them', async () => {
    const { board: shown, tables } = await phase(1);
    expect(shown.rows.map(({ name, rank, kind }: BoardRow) => [name, rank, kind]).sort()).toEqual([
      ['Human', null, 'reference'],
      ['Majority', null, 'reference'],
      ['Random', null, 'reference'],
    ]);
    expect(shown.published).toEqual([]);
    const others = new Map(shown.elsewhere.map(({ system, scores }: { system: string; scores: { f1: number } }) => [system, scores.f1]));
    expect([others.get('Random'), others.get('T0++ (11B)'), others.get('Human')]).toEqual([0.35, 0.603, 0.799]);
    expect(tables[1].caption).toMatch(/^Published on other data .*: not comparable/);
    expect((await world.visitor.call('GET', `/api/boards/${board}/phases/2`)).status).toBe(404);
  });

  it('gives out a starter kit without answers of scored items', async () => {
    const { status, bytes } = await world.visitor.call('GET', `/api/boards/${board}/phases/1/kit`);
    expect(status).toBe(200);
    const files = Object.keys(unzipSync(bytes));
    expect(files).toContain('baselines/random.jsonl');
    expect(files).toContain('data/1-train-with-answers.jsonl');
    expect((await world.visitor.call('GET', `/api/boards/${board}/phases/2/kit`)).status).toBe(404);
  });

  it('takes submissions by multipart, scores them, and shows the new best scores of each account', async () => {
    await send(ada, 'large', 0.9, SCHOOL, { model: '=SUM(A1)', note: 'L', links: 'https://example.org/paper' });
    await send(ada, 'small', 0.6);
    await send(bo, 'mine', 0.88);
    expect((await ada.call('GET', `/api/boards/${board}`)).body.me).toMatchObject({ account: 'Ada', quota: { day: { used: 2, left: 1 } } });
    const events = await world.drain();
    expect(events.filter(({ event }) => event === 'scored')).toHaveLength(3);
    const own = await ada.call('GET', `/api/boards/${board}/submissions`);
    expect(
      own.body.submissions.map(({ row, state, told }: { row: string; state: string; told: number }) => [row, state, typeof told]),
    ).toEqual([
      ['small', 'done', 'object'],
      ['large', 'done', 'number'],
    ]);
    const { board: shown } = await phase(1, ada);
    expect(shown.feedback).toBe('ladder');
    const rows = shown.rows.filter(({ kind }: BoardRow) => kind === 'submission');
    expect(
      rows.map(({ name, account, scores, mine }: BoardRow & { mine?: true }) => [
        /^Anonymous \d$/.test(name),
        account,
        scores,
        mine ?? false,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [true, undefined, {}, true],
        [true, undefined, {}, false],
      ]),
    );
    // The weaker row of an account has no score and no rank.
    const mine = rows.filter((row: BoardRow & { mine?: true }) => row.mine);
    expect(mine.map(({ value, rank }: BoardRow) => [typeof value, rank])).toEqual([
      ['number', 1],
      ['object', null],
    ]);
  });

  it('shows all when the phase is over: the scores of `sensebench score`, to the last digit', async () => {
    world.now = '2027-03-01T00:00:00.000Z';
    const rows = await rowsOf(1);
    const large = rows.find(({ name }) => name === 'large');
    expect(large).toMatchObject({ account: 'Ada', model: '=SUM(A1)', attempts: 1, accountAttempts: 2, likeBest: true });
    const items = readRows(world.folder, SCHOOL);
    const app = createApp({ environment: {}, threads: { start: () => null, close: () => undefined } });
    const benchmark = await app.benchmark('tgcsr');
    const file = join(folder, 'large.jsonl');
    writeFileSync(file, sent.large.text);
    const out = join(folder, 'scores.json');
    const words = [
      'score',
      benchmark.name,
      '--dataset',
      join(world.folder, SCHOOL),
      '--predictions',
      file,
      '--output',
      out,
      '--ci',
      '--quiet',
    ];
    expect(await main(words)).toBe(0);
    const whole = JSON.parse(readFileSync(out, 'utf8'));
    const { scores } = await world.studio.sql`select scored->'parts'->'all' as scores from scores where submission = ${sent.large.id}`.then(
      ([row]) => row,
    );
    expect(scores.items).toBe(items.length);
    expect(scores.corpus).toEqual(whole.corpus);
    expect(scores.intervals).toEqual(whole.intervals);
    expect(scores.signatures).toEqual(whole.signatures);
  });

  it('says what changed since, and gives files to save', async () => {
    const { changes } = await phase(1, world.visitor, '?since=2027-01-19T00:00:00Z');
    expect(changes.changes.map(({ name, change }: { name: string; change: string }) => [name, change])).toContainEqual(['mine', 'new']);
    const csv = await world.visitor.call('GET', `/api/boards/${board}/phases/1/download?format=csv`);
    expect(csv.text).toContain(",'=SUM(A1); L\n");
    for (const format of ['json', 'tex', 'md'])
      expect((await world.visitor.call('GET', `/api/boards/${board}/phases/1/download?format=${format}`)).status).toBe(200);
    const page = await world.visitor.call('GET', `/api/boards/${board}/submissions/${sent.large.id}`);
    expect(page.body).toMatchObject({ feedback: 'final', items: false, own: null, row: { name: 'large' } });
    expect((await world.visitor.call('GET', `/api/boards/${board}/submissions/${sent.large.id}/items`)).status).toBe(403);
  });

  it('goes on with the second phase; single items are compared when that is over', async () => {
    world.now = '2027-03-10T00:00:00.000Z';
    const kit = await world.visitor.call('GET', `/api/boards/${board}/phases/2/kit`);
    expect(Object.keys(unzipSync(kit.bytes))).toContain('data/1-test-with-answers.jsonl');
    await send(ada, 'large again', 0.9, GARDEN);
    await send(ada, 'large again', 0.3, GARDEN);
    const first = sent['large again'].id;
    await send(bo, 'mine again', 0.7, GARDEN);
    await world.drain();
    const { body } = await ada.call('GET', `/api/boards/${board}/submissions`);
    const [, better] = body.submissions.filter(({ row }: { row: string }) => row === 'large again');
    expect((await ada.call('PATCH', `/api/boards/${board}/submissions/${better.id}`, { final: true })).body.final).toBe(true);
    // What belongs to another account is not there.
    expect((await bo.call('PATCH', `/api/boards/${board}/submissions/${first}`, { withdrawn: true })).status).toBe(404);
    world.now = '2027-05-01T00:00:00.000Z';
    const rows = (await rowsOf(2)).filter(({ kind }) => kind === 'submission');
    expect(rows.map(({ name, id, attempts }) => [name, id, attempts])).toEqual([
      ['large again', better.id, 2],
      ['mine again', sent['mine again'].id, 1],
    ]);
    const late = await ada.call('PATCH', `/api/boards/${board}/submissions/${first}`, { final: true });
    expect([late.status, late.body.problem]).toEqual([
      409,
      'the phase "zero-shot" ended at 2027-05-01T00:00:00.000Z, so its rows can no longer be changed',
    ]);
    const items = await world.visitor.call('GET', `/api/boards/${board}/submissions/${better.id}/items?with=${sent['mine again'].id}`);
    expect(items.body).toMatchObject({ names: ['large again', 'mine again'], total: readRows(world.folder, GARDEN).length });
    expect(items.body.items[0].systems.map(({ score }: { score: number }) => score).sort()).toEqual([0, 1]);
  });

  it('withdrawn submissions leave their row and stay in the number of attempts', async () => {
    const { body } = await ada.call('PATCH', `/api/boards/${board}/submissions/${sent.small.id}`, { withdrawn: true });
    expect(body.withdrawn).toBe(true);
    const rows = await rowsOf(1);
    expect(rows.map(({ name }) => name)).not.toContain('small');
    expect(rows.find(({ name }) => name === 'large')?.accountAttempts).toBe(2);
    expect((await world.visitor.call('GET', `/api/boards/${board}/submissions/${sent.small.id}`)).status).toBe(404);
  });

  it('is exported, imported into an empty store with the same board, and gives the same static site', async () => {
    elsewhere.now = world.now;
    // Less work for scrypt than the route asks for.
    const { archive, digest } = await exportBoard(world.studio, { board, passphrase: PASSPHRASE, workFactor: 10 });
    const site = await world.visitor.call('GET', `/api/boards/${board}/static`);
    const boards = [await phase(1), await phase(2)];
    for (const fields of [{}, { passphrase: PASSPHRASE }]) {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(archive)]), 'bundle.zip');
      for (const [name, value] of Object.entries({ digest, ...fields })) form.set(name, value);
      const imported = await elsewhere.owner.call('POST', '/api/boards/import', form);
      expect(imported.status, imported.text).toBe(200);
      expect(imported.body.live).toBe('passphrase' in fields);
      const there = imported.body.id;
      for (const [i, own] of boards.entries()) {
        const again = (await elsewhere.visitor.call('GET', `/api/boards/${there}/phases/${i + 1}`)).body;
        expect(again.tables).toEqual(own.tables);
        if ('passphrase' in fields) expect(JSON.stringify(again)).toBe(JSON.stringify(own));
      }
      const copy = await elsewhere.visitor.call('GET', `/api/boards/${there}/static`);
      expect(Buffer.from(copy.bytes).equals(Buffer.from(site.bytes))).toBe(true);
      if (!('passphrase' in fields)) {
        await elsewhere.studio.sql`delete from boards where id = ${there}`;
        continue;
      }
      const twice = await elsewhere.owner.call('POST', '/api/boards/import', form);
      expect([twice.status, twice.body.problem]).toEqual([409, 'this competition already exists here']);
      await rescoredTheSame(elsewhere, there, boards[0].board.rows);
    }
    expect(Object.keys(unzipSync(site.bytes))).toEqual(
      expect.arrayContaining(['index.html', 'phases/1.html', 'phases/2.html', 'boards.json']),
    );
  });

  async function rescoredTheSame(at: TestBoards, id: string, rows: readonly BoardRow[]): Promise<void> {
    const begun = await at.owner.call('POST', `/api/boards/${id}/rescore`, { reason: 'to see that nothing changes' });
    expect(begun.body).toMatchObject({ number: 2, state: 'running' });
    await at.drain();
    const { body } = await at.visitor.call('GET', `/api/boards/${id}/rescorings/2`);
    expect(body.rescoring.state).toBe('done');
    expect(
      body.phases[0].changes.every(({ change, rescored }: { change: string; rescored: boolean }) => change === 'same' && !rescored),
    ).toBe(true);
    const now = (await at.visitor.call('GET', `/api/boards/${id}/phases/1`)).body.board.rows;
    expect(now.map(({ value }: BoardRow) => value)).toEqual(rows.map(({ value }) => value));
  }
});
