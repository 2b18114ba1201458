import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { answers, CONTEXTS, readRows, testBoards } from '../../../test/board.ts';
import { createMetricThreads } from '../../app/start/index.ts';
import { listen, scoringOf, startWorker } from '../../server/index.ts';
import { main } from '../program.ts';

const world = testBoards();
const folder = mkdtempSync(join(tmpdir(), 'sensebench-submit-'));
let address = '';
let close: () => Promise<void> = async () => undefined;
let token = '';
let link = '';

beforeAll(async () => {
  const board = await world.makeBoard();
  const listening = await listen({ fetch: world.api.fetch, host: '127.0.0.1', port: 0 });
  close = listening.close;
  address = `http://127.0.0.1:${listening.port}/boards/${board}`;
  const ada = await world.competitor(board, 'Ada');
  token = (await ada.call('POST', `/api/boards/${board}/token`)).body.token;
  const invited = await world.owner.call('POST', `/api/boards/${board}/invitations`, { name: 'Bo' });
  link = invited.body.link.split('#')[1];
});
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

async function submit(
  words: readonly string[],
): Promise<{ code: number; said: string; json: { state: string; told: number | null; row: string } | null }> {
  const out = join(folder, 'out.json');
  rmSync(out, { force: true });
  let said = '';
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  try {
    const code = await main(['submit', ...words, '--board', address, '--output', out, '--json'], createMetricThreads({ count: 0 }));
    return { code, said, json: code === 0 ? JSON.parse(readFileSync(out, 'utf8')) : null };
  } finally {
    spy.mockRestore();
  }
}

it('sends a file with a token of the account and waits for the score', async () => {
  const file = join(folder, 'mine.jsonl');
  writeFileSync(file, answers(readRows(world.folder, CONTEXTS[0]), 0.8, 'cli'));
  const worker = startWorker({ world: scoringOf(world.studio), log: () => undefined, idleMs: 20 });
  const { json } = await submit([file, '--token', token, '--row', 'from the command line', '--wait']);
  await worker.stop();
  expect(json).toMatchObject({ state: 'done', row: 'from the command line', told: expect.any(Number) });
});

it('sends a run folder as it is with the token of a link, and reports what is wrong in one line', async () => {
  const run = join(folder, 'run');
  mkdirSync(run);
  const dataset = { name: 'd', split: 'test', sha256: '', items: 1 };
  writeFileSync(
    join(run, 'run.json'),
    JSON.stringify({
      benchmark: 'tgcsr',
      runner: 'my-runner',
      prompt: { name: 'p', sha256: '' },
      dataset,
      options: {},
      seed: 1,
      versions: {},
    }),
  );
  const lines = answers(readRows(world.folder, CONTEXTS[0]), 0.8, 'run').replaceAll('}', ',"raw":"x","ms":1}');
  writeFileSync(join(run, 'predictions.jsonl'), lines);
  expect((await submit([run, '--token', link, '--row', 'a run'])).json).toMatchObject({ state: 'queued' });
  writeFileSync(join(run, 'predictions.jsonl'), lines.split('\n').slice(1).join('\n'));
  const wrong = await submit([run, '--token', link, '--row', 'a run']);
  expect([wrong.code, wrong.said]).toEqual([2, expect.stringMatching(/^.*run\.zip\/predictions\.jsonl: no prediction for "[^\n]+\n$/)]);
  const stranger = await submit([run, '--token', 'x'.repeat(43), '--row', 'a run']);
  expect([stranger.code, stranger.said]).toEqual([2, expect.stringContaining('this link is not known')]);
});
