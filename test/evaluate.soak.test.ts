/** `evaluate` is killed (SIGKILL) again and again: no written answer is lost or asked for a second time, and the scores are those of one run. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRandom } from '../packages/metrics/src/core/index.ts';
import { type FakeOpenAi, startFakeOpenAi } from './fake-openai-server.ts';

const KILLS = Math.min(Number(process.env.SOAK_KILLS ?? 20), 500);
const SEED = Number(process.env.SOAK_SEED ?? 17);
const CONCURRENCY = 8;
const MOST_ANSWERS_BEFORE_A_KILL = 40;
const ITEMS = KILLS * MOST_ANSWERS_BEFORE_A_KILL;
/** A round that takes longer hangs. */
const ROUND_MS = 60_000;

let folder: string;
let server: FakeOpenAi;
const children = new Set<ChildProcess>();

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-soak-'));
  server = await startFakeOpenAi({ delayMs: 10 });
  const rows = Array.from({ length: ITEMS }, (_, i) => ({
    concept_set: `dog#lake#thing${i}`,
    scene: [`A dog sees thing${i} in the lake.`, `The lake has a thing${i} and a dog.`],
  }));
  writeFileSync(join(folder, 'dev.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

it(`${KILLS} kills: nothing is lost, nothing written is asked again, the scores are those of one run`, async () => {
  const random = createRandom(SEED);
  const broken = join(folder, 'broken');
  const started = performance.now();
  const ended = { 'while it starts': 0, 'while it asks': 0, 'while it scores': 0, 'after its end': 0 };
  for (let kill = 0; kill < KILLS; kill++) {
    const before = wholeLines(broken);
    const askedBefore = askedById();
    const child = evaluate(broken);
    const phase = phaseOf(kill);
    if (phase === 'while it starts') await Promise.race([once(child, 'exit'), wait(random.below(1000))]);
    else {
      const answers = phase === 'while it asks' ? server.answered.size + 1 + random.below(MOST_ANSWERS_BEFORE_A_KILL) : ITEMS;
      await until(child, () => server.answered.size >= answers);
      if (phase === 'while it scores') await Promise.race([once(child, 'exit'), wait(random.below(400))]);
    }
    expect(child.exitCode ?? 0, 'a rerun is not refused').toBe(0);
    ended[child.exitCode === null ? phase : 'after its end']++;
    await killed(child);
    const after = wholeLines(broken);
    expect(after.slice(0, before.length), 'what was written stays as it was').toEqual(before);
    expect(new Set(idsOf(after)).size).toBe(after.length);
    const askedAfter = askedById();
    expect(idsOf(before).filter((id) => !askedBefore.has(id) || askedAfter.get(id) !== askedBefore.get(id))).toEqual([]);
    // A kill does not tear a line, a power cut does.
    if (kill % 3 === 2 && after.length > 0) appendFileSync(predictionsOf(broken), after[0].slice(0, random.below(after[0].length)));
  }
  const written = wholeLines(broken).length;
  await finished(evaluate(broken));
  const requests = server.bodies.length;
  const seconds = (performance.now() - started) / 1000;

  expect(idsOf(wholeLines(broken)).sort()).toEqual(Array.from({ length: ITEMS }, (_, i) => String(i)).sort());
  expect(requests).toBeLessThanOrEqual(ITEMS + KILLS * CONCURRENCY);
  const whole = join(folder, 'whole');
  await finished(evaluate(whole));
  expect(readFileSync(join(broken, 'scores.json'), 'utf8')).toBe(readFileSync(join(whole, 'scores.json'), 'utf8'));
  const left = readdirSync(broken).filter((name) => !readdirSync(whole).includes(name));
  console.log({ items: ITEMS, kills: ended, written, requests, underWayAtAKill: requests - ITEMS, left, seconds: Math.round(seconds) });
});

/** The first fifth of the kills come while it starts, the last fifth after the last answer. */
function phaseOf(kill: number): 'while it starts' | 'while it asks' | 'while it scores' {
  if (kill < KILLS / 5) return 'while it starts';
  return kill < (KILLS * 4) / 5 ? 'while it asks' : 'while it scores';
}

function evaluate(out: string): ChildProcess {
  const words = [
    'evaluate',
    'commongen',
    '--dataset',
    join(folder, 'dev.jsonl'),
    '--model',
    `openai:fake@${server.baseURL}(concurrency=${CONCURRENCY})`,
  ];
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'packages/sensebench/src/cli/main.ts', ...words, '--metrics', 'bleu', 'cider', '--out', out, '--quiet'],
    { cwd: join(import.meta.dirname, '..'), env: { ...process.env, OPENAI_API_KEY: 'none' }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  children.add(child);
  return child;
}

async function until(child: ChildProcess, reached: () => boolean): Promise<void> {
  const end = performance.now() + ROUND_MS;
  while (!reached() && child.exitCode === null) {
    if (performance.now() > end) throw new Error(`no progress in ${ROUND_MS / 1000} s`);
    await wait(1);
  }
}

/** Kills it, and lets the server read what the process had sent. */
async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
  children.delete(child);
  await wait(100);
}

async function finished(child: ChildProcess): Promise<void> {
  await until(child, () => false);
  children.delete(child);
  expect(child.exitCode).toBe(0);
}

const predictionsOf = (run: string) => join(run, 'predictions.jsonl');

/** The lines that end with a line break: what is behind the last one was never written whole. */
function wholeLines(run: string): string[] {
  const text = existsSync(predictionsOf(run)) ? readFileSync(predictionsOf(run), 'utf8') : '';
  return text.split('\n').slice(0, -1);
}

function idsOf(lines: readonly string[]): string[] {
  return lines.map((line) => (JSON.parse(line) as { id: string }).id);
}

/** How often the server was asked for each item: every prompt ends with the item's own word. */
function askedById(): Map<string, number> {
  return new Map([...server.asked].map(([prompt, times]) => [/thing(\d+)$/.exec(prompt)?.[1] ?? prompt, times]));
}
