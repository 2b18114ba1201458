import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen, scoringOf, startWorker } from '@sensebench/studio';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { answers, CONTEXTS, readRows, testBoards } from '../../../../../test/board.ts';
import { createMetricThreads } from '../../app/start/index.ts';
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
  token = (await ada.call('POST', `/api/boards/${board}/tokens`, { name: 'tests' })).body.token;
  const invited = await world.owner.call('POST', `/api/boards/${board}/invitations`, { name: 'Bo' });
  link = invited.body.link.split('#')[1];
});
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

async function submit(words: readonly string[]): Promise<{ code: number; said: string; printed: string }> {
  let [said, printed] = ['', ''];
  const spies = [
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      said += String(text);
      return true;
    }),
    vi.spyOn(process.stdout, 'write').mockImplementation((...args) => {
      printed += String(args[0]);
      args.findLast((own) => typeof own === 'function')?.();
      return true;
    }),
  ];
  try {
    const code = await main(['submit', ...words, '--board', address], createMetricThreads({ count: 0 }));
    return { code, said, printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

it('sends a file with a token of the account, waits, and prints the score as the board does, or why there is none', async () => {
  const rows = readRows(world.folder, CONTEXTS[0]);
  const send = (name: string, share: number) => {
    const file = join(folder, `${name}.jsonl`);
    writeFileSync(file, answers(rows, share, name));
    return submit([file, '--token', token, '--row', name, '--wait']);
  };
  const worker = startWorker({ world: scoringOf(world.studio), log: () => undefined, idleMs: 20 });
  const [good, nonsense] = [await send('good', 0.8), await send('nonsense', 0.05)];
  await worker.stop();
  const board = new URL(address).pathname.split('/')[2];
  const { body } = await world.visitor.call('GET', `/api/boards/${board}/phases/1`);
  const shown = body.tables[0].rows.find(([rank]: string[]) => rank === '1')[2];
  const page = (name: string) => `${name} in few-shot: ${address}/submissions/`;
  expect(good.printed).toMatch(new RegExp(`^Scored: F1 ${shown}, rounded to the nearest 5\\.00\n${page('good')}\\S+\n$`));
  expect(nonsense.printed).toMatch(
    new RegExp(
      `^Scored: not above your best so far \\(F1 ${shown}\\) by more than 5\\.00; its own score is shown when the phase ends\n${page('nonsense')}\\S+\n$`,
    ),
  );
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
  expect(JSON.parse((await submit([run, '--token', link, '--row', 'a run', '--json'])).printed)).toMatchObject({ state: 'queued' });
  writeFileSync(join(run, 'predictions.jsonl'), lines.split('\n').slice(1).join('\n'));
  const wrong = await submit([run, '--token', link, '--row', 'a run']);
  expect([wrong.code, wrong.said]).toEqual([2, expect.stringMatching(/^.*run\.zip\/predictions\.jsonl: no prediction for "[^\n]+\n$/)]);
  const stranger = await submit([run, '--token', 'x'.repeat(43), '--row', 'a run']);
  expect([stranger.code, stranger.said]).toEqual([2, expect.stringContaining('this link is invalid')]);
});
