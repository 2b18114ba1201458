import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { sha256 } from 'sensebench/internal/files';
import { beforeAll, describe, expect, it } from 'vitest';
import { answers, CONTEXTS, PHASES, readRows, testBoards } from '../../../../../test/board.ts';
import { type Answer, type Caller, HOST } from '../../../../../test/studio.ts';
import { listen } from '../listen.ts';
import { countJobs, leaseJob } from '../store/job-queue.ts';

const world = testBoards();
const [SCHOOL] = CONTEXTS;
let board = '';
let ada: Caller;
let good = '';
const uploads: Record<string, () => Promise<Answer>> = {};
const quota = async () => (await ada.call('GET', `/api/boards/${board}`)).body.me.quota.day.used;
const submissions = async () => (await ada.call('GET', `/api/boards/${board}/submissions`)).body.submissions;

beforeAll(async () => {
  board = await world.makeBoard();
  ada = await world.competitor(board, 'Ada');
  await world.drain();
  good = answers(readRows(world.folder, SCHOOL), 0.8, 'good');
  const lines = good.trimEnd().split('\n');
  const send = (file: Blob | string, name?: string) => () => world.upload(ada, board, file, {}, name);
  const bytes = (data: Uint8Array) => new Blob([new Uint8Array(data)]);
  const run = JSON.stringify({
    ...{ benchmark: 'other', runner: 'x', prompt: { name: 'p', sha256: '' }, options: {}, seed: 1, versions: {} },
    dataset: { name: 'd', split: 'test', sha256: '', items: 1 },
    module: { path: '../../evil.mjs', sha256: 'a'.repeat(64) },
  });
  const text = (own: string) => new TextEncoder().encode(own);
  Object.assign(uploads, {
    'a missing id': send(`${lines.slice(1).join('\n')}\n`),
    'an id that is not there': send(`${good}{"id":"nowhere","prediction":"yes"}\n`),
    'a doubled id': send(`${good}${lines[0]}\n`),
    NaN: send(good.replace(/"prediction":"\w+"/, '"prediction":NaN')),
    'a wrong label': send(good.replace(/"prediction":"\w+"/, '"prediction":"perhaps"')),
    'UTF-16': send(bytes(Buffer.from(`\ufeff${good}`, 'utf16le'))),
    nothing: send(''),
    'a gzip bomb': send(bytes(gzipSync(Buffer.alloc(40_000_000, ' '))), 'predictions.jsonl.gz'),
    'a zip bomb': send(bytes(zipSync({ 'predictions.jsonl': Buffer.alloc(40_000_000, 32) }, { level: 9 })), 'run.zip'),
    'a path that leads out': send(bytes(zipSync({ '../predictions.jsonl': text(good) })), 'run.zip'),
    'a run of another benchmark that names a module': send(
      bytes(zipSync({ 'run.json': text(run), 'predictions.jsonl': text(good) })),
      'run.zip',
    ),
    'a zip that is cut': send(bytes(zipSync({ 'predictions.jsonl': text(good) }).subarray(0, 200)), 'run.zip'),
    'no name of a row': () => world.upload(ada, board, good, { row: ' ' }),
    'a link that is none': () => world.upload(ada, board, good, { links: 'javascript:alert(1)' }),
    'a phase that is not there': () => world.upload(ada, board, good, { phase: 'third' }),
  });
});

describe('a submission is refused in one line, nothing changes and no quota is used', () => {
  it.each([
    ['a missing id', 400, /^predictions\.jsonl: no prediction for "first-day-of-school/],
    ['an id that is not there', 400, /^predictions\.jsonl:\d+: "nowhere" is not the id of an item/],
    ['a doubled id', 400, /^predictions\.jsonl:\d+: /],
    ['NaN', 400, /^predictions\.jsonl:1: /],
    ['a wrong label', 400, /^predictions\.jsonl:1: "perhaps" is not a label/],
    ['UTF-16', 400, /is UTF-16; save it as UTF-8/],
    ['nothing', 400, /is empty/],
    ['a gzip bomb', 400, /^predictions\.jsonl\.gz: /],
    ['a zip bomb', 400, /^run\.zip: /],
    ['a path that leads out', 400, /leads out of the archive/],
    ['a run of another benchmark that names a module', 400, /^run\.zip\/run\.json.*is a run of "other"/],
    ['a zip that is cut', 400, /^run\.zip: /],
    ['no name of a row', 400, /row/],
    ['a link that is none', 400, /is not a web address/],
    ['a phase that is not there', 409, /there is no phase "third"/],
  ])('%s', async (name, status, message) => {
    const { body, status: said } = await uploads[name]();
    expect([said, body.problem]).toEqual([status, expect.stringMatching(message)]);
    expect(body.problem).not.toMatch(/\n|\/tmp\//);
    expect(await submissions()).toEqual([]);
    expect(await quota()).toBe(0);
  });

  it('more than 32 MB', async () => {
    const { status } = await world.upload(ada, board, 'x'.repeat(34_000_000));
    expect(status).toBe(413);
    expect(await quota()).toBe(0);
  });

  it('an upload that is cut off', async () => {
    const { body } = await ada.call('POST', `/api/boards/${board}/tokens`, { name: 'tests' });
    const { port, close } = await listen({ fetch: world.api.fetch, host: '127.0.0.1', port: 0 });
    try {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      const part = `--x\r\nContent-Disposition: form-data; name="row"\r\n\r\ncut\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.jsonl"\r\n\r\n${good}\r\n--x--\r\n`;
      const type = 'Content-Type: multipart/form-data; boundary=x';
      socket.end(
        `POST /api/boards/${board}/submissions HTTP/1.1\r\nHost: ${HOST}\r\nAuthorization: Bearer ${body.token}\r\n${type}\r\nContent-Length: ${part.length + 5000}\r\n\r\n${part}`,
      );
      let said = '';
      socket.on('data', (chunk) => {
        said += String(chunk);
      });
      await once(socket, 'close');
      expect(said).not.toMatch(/ 200 /);
      expect(await submissions()).toEqual([]);
      expect(await quota()).toBe(0);
    } finally {
      await close();
    }
  });

  it('a second after the deadline, and at the deadline itself; not a moment before', async () => {
    const now = world.now;
    for (const [at, status] of [
      ['2027-03-01T00:00:01.000Z', 409],
      ['2027-03-01T00:00:00.000Z', 409],
    ] as const) {
      world.now = at;
      const { body, status: said } = await world.upload(ada, board, good);
      expect([said, body.problem]).toEqual([
        status,
        'the phase "few-shot" ended at 2027-03-01T00:00:00.000Z; "zero-shot" begins at 2027-03-08T00:00:00.000Z',
      ]);
    }
    world.now = '2027-02-28T23:59:59.999Z';
    const last = await world.upload(ada, board, good);
    expect(last.status).toBe(200);
    await ada.call('POST', `/api/boards/${board}/submissions/${last.body.submission.id}/cancel`);
    world.now = now;
  });
});

describe('quotas', () => {
  it('count what is queued, and neither what was cancelled nor what failed', async () => {
    const cancelled = await world.upload(ada, board, good);
    expect(await quota()).toBe(1);
    const gone = await ada.call('POST', `/api/boards/${board}/submissions/${cancelled.body.submission.id}/cancel`);
    expect(gone.body.state).toBe('cancelled');
    expect(await quota()).toBe(0);
    expect((await ada.call('POST', `/api/boards/${board}/submissions/${cancelled.body.submission.id}/cancel`)).status).toBe(409);
    const failing = await world.upload(ada, board, good);
    const { id } = failing.body.submission;
    // The scorer crashes: this line cannot be read.
    await world.studio.sql`update predictions set lines = 'x' where submission = ${id}`;
    const events = await world.drain();
    expect(events.filter(({ event }) => event === 'failed').length).toBeGreaterThan(1);
    const [own] = await submissions();
    expect(own).toMatchObject({
      id,
      state: 'failed',
      reason: expect.stringMatching(/^the scorer failed; the worker log has the details/),
      told: null,
    });
    expect(await quota()).toBe(0);
  });

  it('hold for uploads that come at once, and the same id twice is one submission', async () => {
    const id = randomUUID();
    const sent = await Promise.all([...Array(5).keys()].map((i) => world.upload(ada, board, good, i < 2 ? { id } : {})));
    // Three a day: the one under one id, and two others.
    expect(sent.filter(({ status }) => status === 200).length).toBe(4);
    const refused = sent.find(({ status }) => status !== 200);
    expect([refused?.status, refused?.body.problem]).toEqual([
      409,
      'all 3 submissions of today have been used; the next day begins at 2027-01-21T00:00:00.000Z',
    ]);
    await world.drain();
    expect((await submissions()).filter(({ state }: { state: string }) => state === 'done')).toHaveLength(3);
    const now = world.now;
    world.now = '2027-01-21T00:00:00.000Z';
    expect((await world.upload(ada, board, good)).status).toBe(200);
    world.now = now;
    await world.drain();
  });
});

describe('phases', () => {
  const edit = (phases: string, version: number) => world.owner.call('PATCH', `/api/boards/${board}`, { phases, version });

  it('are checked with the line of the mistake', async () => {
    const check = async (phases: string) =>
      (await world.owner.call('POST', '/api/boards/preview', { datasets: CONTEXTS, phases })).body.problem;
    expect(await check(PHASES.replace('rank: f1', 'rank: f2'))).toMatch(/^phases\.yaml:3, field "phases\.0\.rank": no metric gives "f2"/);
    expect(await check(PHASES.replace('end: 2027-05-01', 'end: 2027-03-01'))).toMatch(
      /^phases\.yaml:19, field "phases\.1\.end": .* is not after the start/,
    );
    expect(await check(PHASES.replace('[community-garden]', '[garden]'))).toMatch(
      /^phases\.yaml:20, field "phases\.1\.where\.context": no item is in "garden"/,
    );
    expect(await check(PHASES.replace('quota:', 'quotas:'))).toMatch(/^phases\.yaml:5, field "quotas"/);
    const fine = await world.owner.call('POST', '/api/boards/preview', { board, phases: PHASES });
    expect(fine.body).toMatchObject({
      references: ['Random', 'Majority'],
      phases: [{ name: 'few-shot', leak: { submissions: 5 } }, {}],
    });
    const { body } = await world.owner.call('POST', '/api/boards/template', { datasets: CONTEXTS });
    expect((await world.owner.call('POST', '/api/boards/preview', { datasets: CONTEXTS, phases: body.yaml })).status).toBe(200);
  });

  it('that two owners edit at once are those of the first; what has submissions stays scorable', async () => {
    const longer = PHASES.replace('end: 2027-05-01', 'end: 2027-06-01');
    const both = await Promise.all([edit(longer, 1), edit(PHASES.replace('end: 2027-05-01', 'end: 2027-07-01'), 1)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.problem).toMatch(/^the phases were changed meanwhile \(version 2, yours is 1\)/);
    const other = await edit(PHASES.replace('seed: 17', 'seed: 18'), 2);
    expect([other.status, other.body.problem]).toEqual([
      409,
      expect.stringMatching(/^the phase "few-shot" has \d submissions, so its scored items/),
    ]);
    expect((await edit(PHASES.replaceAll('few-shot', 'first'), 2)).status).toBe(409);
    expect((await edit('title: [', 2)).status).toBe(400);
    expect((await world.owner.call('GET', `/api/boards/${board}`)).body.version).toBe(2);
  });

  it('with another metric score everything again, and show old and new ranks', async () => {
    const before = (await world.visitor.call('GET', `/api/boards/${board}/phases/1`)).body.board;
    expect((await edit(PHASES.replace('rank: f1', 'rank: accuracy'), 2)).status).toBe(200);
    expect((await world.visitor.call('GET', `/api/boards/${board}/phases/1`)).body.board).toEqual(before);
    // A submission that comes meanwhile is scored for both.
    const bo = await world.competitor(board, 'Bo');
    await world.upload(bo, board, good, { row: 'late' });
    await world.drain();
    const { body } = await world.visitor.call('GET', `/api/boards/${board}/rescorings/2`);
    expect(body.rescoring).toMatchObject({ state: 'done', problem: null });
    expect(body.phases[0].table.columns.map(({ label }: { label: string }) => label)).toEqual(
      expect.arrayContaining(['Old rank', 'New rank']),
    );
    const after = (await world.visitor.call('GET', `/api/boards/${board}/phases/1`)).body.board;
    expect(after.rank).toBe('accuracy');
    expect(after.rows.map(({ missing = '' }: { missing?: string }) => missing)).not.toContain('not scored');
    expect(await countJobs(world.studio.sql, { kind: 'board-score' })).toMatchObject({ queued: 0, running: 0 });
  });
});

describe('other labels', () => {
  it('score everything again with a new commitment; other items are refused', async () => {
    const owner = async () => (await world.owner.call('GET', `/api/boards/${board}/phases/1?view=owner`)).body.board.rows;
    const before = { rows: await owner(), ...(await world.visitor.call('GET', `/api/boards/${board}`)).body };
    const changed = join(world.folder, 'changed');
    cpSync(join(world.folder, SCHOOL), changed, { recursive: true });
    const flip = (text: string) => text.replaceAll(/"label":"(yes|no)"/g, (_, label) => `"label":"${label === 'yes' ? 'no' : 'yes'}"`);
    const text = flip(readFileSync(join(changed, 'test.jsonl'), 'utf8'));
    writeFileSync(join(changed, 'test.jsonl'), text);
    const manifest = JSON.parse(readFileSync(join(changed, 'dataset.json'), 'utf8'));
    const rescore = (datasets: readonly string[]) =>
      world.owner.call('POST', `/api/boards/${board}/rescore`, { reason: 'labels were exchanged', datasets });
    const stale = await rescore(['changed', CONTEXTS[1]]);
    expect([stale.status, stale.body.problem]).toEqual([
      400,
      expect.stringContaining('test.jsonl has changed since the dataset was built'),
    ]);
    manifest.splits.test.sha256 = sha256(text);
    writeFileSync(join(changed, 'dataset.json'), JSON.stringify(manifest));
    expect((await rescore(['changed'])).status).toBe(400);
    expect((await rescore(['changed', CONTEXTS[1]])).body).toMatchObject({ number: 3, labels: true, state: 'running' });
    expect(await owner()).toEqual(before.rows);
    await world.drain();
    const after = (await world.visitor.call('GET', `/api/boards/${board}`)).body;
    expect(after.rescorings[0]).toMatchObject({ number: 3, state: 'done', reason: 'labels were exchanged' });
    expect(after.commitment.files).not.toEqual(before.commitment.files);
    const accuracy = (rows: { name: string; scores: { accuracy: number } }[]) =>
      rows.find(({ name }) => name === 'Random')?.scores.accuracy ?? 0;
    expect(accuracy(await owner())).toBeCloseTo(1 - accuracy(before.rows), 12);
    const { body } = await world.visitor.call('GET', `/api/boards/${board}/rescorings/3`);
    const shown = body.phases[0].changes.filter(({ value }: { value: { old: number | null } }) => value.old !== null);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.every(({ rescored }: { rescored: boolean }) => rescored)).toBe(true);
  });
});

describe('a worker that comes back late', () => {
  it('writes nothing: the job is another one’s', async () => {
    const cy = await world.competitor(board, 'Cy');
    const { body } = await world.upload(cy, board, good, { row: 'late' });
    const stalled = await leaseJob(world.studio.sql, { kinds: ['board-score'], worker: 'stalled', seconds: 0.01 });
    expect(stalled).toMatchObject({ payload: { submission: body.submission.id } });
    await new Promise((resolve) => setTimeout(resolve, 30));
    await world.drain();
    const { runScoreJob } = await import('./score-job.ts');
    const { scoringOf } = await import('./open-board.ts');
    if (stalled) expect(await runScoreJob(scoringOf(world.studio), stalled, new AbortController().signal)).toBe(false);
    const rows = await world.studio.sql`select count(*) as n from scores where submission = ${body.submission.id}`;
    expect(Number(rows[0].n)).toBe(1);
  });
});
