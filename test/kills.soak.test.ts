/** build commongen, judge, commongen lite and report are killed at moments drawn by seed: a rerun gives what one whole run gives. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRandom, type Random } from '../packages/metrics/src/core/index.ts';
import { type FakeOpenAi, startFakeOpenAi } from './fake-openai-server.ts';

const KILLS = Math.min(Number(process.env.SOAK_KILLS ?? 20), 500);
const SEED = Number(process.env.SOAK_SEED ?? 17);
const MAIN = join(import.meta.dirname, '../packages/sensebench/dist/cli/main.js');
const CORPUS = join(import.meta.dirname, '../corpus/captions');
const ITEMS = 120;
/** A rerun that takes longer hangs. */
const ROUND_MS = 120_000;
const FOREIGN = 'somebody else wrote this\n';

let folder: string;
let server: FakeOpenAi;
let random: Random;
const children = new Set<ChildProcess>();

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-kills-'));
  random = createRandom(SEED);
  server = await startFakeOpenAi({ delayMs: 10, say: (prompt) => 'A B tie'.split(' ')[prompt.length % 3] });
  const scenes = Array.from({ length: ITEMS }, (_, i) => [`A dog sees thing${i} in the lake.`, `The lake has a thing${i} and a dog.`]);
  put('dev.jsonl', scenes.map((scene, i) => `${JSON.stringify({ concept_set: `dog#lake#thing${i}`, scene })}\n`).join(''));
  put('mine.jsonl', scenes.map((scene, id) => `${JSON.stringify({ id: String(id), prediction: scene.at(-1) })}\n`).join(''));
  put('theirs.jsonl', scenes.map((_, id) => `${JSON.stringify({ id: String(id), prediction: `A dog sees thing ${id}.` })}\n`).join(''));
  put('captions.txt', readFileSync(join(CORPUS, 'captions.txt'), 'utf8').split('\n').slice(0, 400).join('\n'));
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

it(`build commongen, ${KILLS} kills: the same bytes, nothing left over, other files stay`, async () => {
  const build = (out: string) => ['build', 'commongen', '--captions', 'captions.txt', '--name', 'x', '--out', out, '--force'];
  const { ms } = await finished(build('whole/dataset'));
  await finished(build('broken/dataset'));
  put('broken/dataset/not-ours.txt', FOREIGN);
  const good = contentOf('whole/dataset');
  for (let kill = 0; kill < KILLS; kill++) {
    await killAfter(build('broken/dataset'), random.below(Math.ceil(ms)));
    const there = contentOf('broken/dataset');
    expect(there.get('not-ours.txt')).toBe(FOREIGN);
    expect([...good].filter(([file, text]) => there.get(file) !== text).map(([file]) => file)).toEqual([]);
    // Where there was no dataset before, there is a whole one or none.
    await killAfter(build('new/dataset'), random.below(Math.ceil(ms)));
    if (existsSync(join(folder, 'new/dataset'))) expect(contentOf('new/dataset')).toEqual(good);
    rmSync(join(folder, 'new/dataset'), { recursive: true, force: true });
  }
  await finished(build('broken/dataset'));
  await finished(build('new/dataset'));
  expect(contentOf('new/dataset')).toEqual(good);
  expect(contentOf('broken/dataset')).toEqual(new Map([...good, ['not-ours.txt', FOREIGN]]));
  expect(leftovers()).toEqual([]);
});

it(`judge, ${KILLS} kills: no verdict is lost or paid twice, the decisions are those of one run`, async () => {
  for (const name of ['mine', 'theirs']) await finished(evaluate(name));
  const judge = (out: string) => [
    ...'judge runs/mine runs/theirs --model'.split(' '),
    `openai:fake@${server.baseURL}(concurrency=4)`,
    '--out',
    out,
  ];
  put('broken/not-ours.txt', FOREIGN);
  const figures = await killWhileAsking({
    words: judge('broken/judged'),
    written: () => linesOf('broken/judged/predictions.jsonl'),
    underWay: 4,
  });
  await finished(judge('whole/judged'));
  expect(decisionsOf('broken/judged')).toEqual(decisionsOf('whole/judged'));
  expect(contentOf('broken').get('not-ours.txt')).toBe(FOREIGN);
  expect(leftovers()).toEqual([]);
  console.log('judge', figures);
});

it(`commongen lite, ${KILLS} kills: no verdict is lost or paid twice, the result has the same bytes`, async () => {
  const lite = (out: string) => [
    ...'commongen lite --dataset dev.jsonl --predictions mine.jsonl --json --judge'.split(' '),
    `openai:fake@${server.baseURL}(cache=${out}/cache)`,
    ...['--output', `${out}/lite.json`],
  ];
  put('broken/not-ours.txt', FOREIGN);
  mkdirSync(join(folder, 'whole'));
  const figures = await killWhileAsking({ words: lite('broken'), written: () => filesIn('broken/cache'), underWay: 1 });
  await finished(lite('whole'));
  expect(contentOf('broken').get('lite.json')).toBe(contentOf('whole').get('lite.json'));
  expect(contentOf('broken').get('not-ours.txt')).toBe(FOREIGN);
  expect(leftovers()).toEqual([]);
  console.log('lite', figures);
});

it(`report, ${KILLS} kills: the page is the old one or the new one, and the run stays as it was`, async () => {
  await finished(evaluate('mine'));
  cpSync(join(folder, 'runs'), join(folder, 'before'), { recursive: true });
  const { ms } = await finished(['report', 'runs/mine']);
  put('runs/mine/not-ours.txt', FOREIGN);
  const good = contentOf('runs/mine');
  for (let kill = 0; kill < KILLS; kill++) {
    await killAfter(['report', 'runs/mine'], random.below(Math.ceil(ms)));
    expect(new Map([...contentOf('runs/mine')].filter(([file]) => !isLeft(file)))).toEqual(good);
  }
  await finished(['report', 'runs/mine']);
  expect(contentOf('runs/mine')).toEqual(good);
  expect(leftovers()).toEqual([]);
});

interface Asking {
  words: string[];
  /** What is written of the answers so far. */
  written(): string[];
  /** Most requests whose answers a kill can lose. */
  underWay: number;
}

/** Kills it after some more answers each time, and lets it end. Every answer that was written stays, and is paid once. */
async function killWhileAsking({ words, written, underWay }: Asking): Promise<{ requests: number; questions: number; written: number }> {
  const share = Math.floor((2 * ITEMS) / KILLS);
  for (let kill = 0; kill < KILLS; kill++) {
    const before = written();
    const child = start(words);
    const answers = server.answered.size + random.below(share);
    if (kill % 5 === 0) await wait(random.below(600));
    else await until(child, () => server.answered.size > answers);
    await killed(child);
    const after = new Set(written());
    expect(
      before.filter((line) => !after.has(line)),
      'what was written stays',
    ).toEqual([]);
  }
  const kept = written().length;
  await finished(words);
  const requests = server.bodies.length;
  const questions = server.asked.size;
  expect(questions).toBe(2 * ITEMS);
  expect(requests).toBeLessThanOrEqual(questions + KILLS * underWay);
  return { requests, questions, written: kept };
}

function evaluate(name: string): string[] {
  return [
    ...'evaluate commongen --dataset dev.jsonl --metrics bleu cider --model'.split(' '),
    `file:${name}.jsonl`,
    '--out',
    `runs/${name}`,
  ];
}

function start(words: readonly string[]): ChildProcess {
  const env = { PATH: process.env.PATH, HOME: join(folder, 'home'), OPENAI_API_KEY: 'none' };
  const child = spawn(process.execPath, [MAIN, ...words, '--quiet'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
  children.add(child);
  return child;
}

async function killAfter(words: readonly string[], ms: number): Promise<void> {
  const child = start(words);
  await Promise.race([once(child, 'exit'), wait(ms)]);
  await killed(child);
}

/** Kills it, and lets the server read what the process had sent. */
async function killed(child: ChildProcess): Promise<void> {
  expect(child.exitCode ?? 0, 'a rerun is not refused').toBe(0);
  if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
  children.delete(child);
  await wait(60);
}

async function finished(words: readonly string[]): Promise<{ ms: number }> {
  const started = performance.now();
  const child = start(words);
  await until(child, () => false);
  children.delete(child);
  expect(child.exitCode, words.join(' ')).toBe(0);
  return { ms: performance.now() - started };
}

async function until(child: ChildProcess, reached: () => boolean): Promise<void> {
  const end = performance.now() + ROUND_MS;
  while (!reached() && child.exitCode === null) {
    if (performance.now() > end) throw new Error(`no progress in ${ROUND_MS / 1000} s`);
    await wait(1);
  }
}

function put(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

function filesIn(name: string): string[] {
  if (!existsSync(join(folder, name))) return [];
  return readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, name).length + 1))
    .filter((file) => !isLeft(file))
    .sort();
}

function contentOf(name: string): Map<string, string> {
  return new Map(filesIn(name).map((file) => [file, readFileSync(join(folder, name, file), 'utf8')]));
}

const isLeft = (file: string) => /\.partial-|\.lock$/.test(file);

/** What killed commands left and the last one did not remove. */
function leftovers(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isLeft);
}

function linesOf(name: string): string[] {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
}

/** Without the address of the server, which is the same, and in an order of their own. */
function decisionsOf(name: string): string[] {
  return linesOf(`${name}/decisions.jsonl`).sort();
}
