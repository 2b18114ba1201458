/** A suite of two models × two datasets is killed (SIGKILL) again and again: nothing is lost or asked twice, and it ends as one that nobody killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRandom } from '../packages/metrics/src/core/index.ts';
import { type FakeOpenAi, startFakeOpenAi } from './fake-openai-server.ts';

const KILLS = Math.min(Number(process.env.SOAK_KILLS ?? 10), 100);
const SEED = Number(process.env.SOAK_SEED ?? 17);
const CONCURRENCY = 4;
const MOST_ANSWERS_BEFORE_A_KILL = 30;
/** Of each dataset. */
const ITEMS = 50 + Math.ceil((KILLS * MOST_ANSWERS_BEFORE_A_KILL) / 4);
const ROUND_MS = 120_000;
const RUNS = ['dev/one', 'dev/two', 'test/one', 'test/two'];

let folder: string;
let server: FakeOpenAi;
const children = new Set<ChildProcess>();

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-suite-soak-'));
  server = await startFakeOpenAi({ delayMs: 10 });
  for (const name of ['broken', 'whole']) {
    mkdirSync(join(folder, name));
    for (const split of ['dev', 'test']) {
      const rows = Array.from({ length: ITEMS }, (_, i) => ({
        concept_set: `${split}#dog#thing${i}`,
        scene: [`A dog in ${split} sees thing${i}.`],
      }));
      writeFileSync(join(folder, name, `${split}.jsonl`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    }
    const suite = {
      defaults: { metrics: ['bleu', 'cider'] },
      datasets: ['dev', 'test'].map((split) => ({ benchmark: 'commongen', dataset: `${split}.jsonl` })),
      models: ['one', 'two'].map((model) => ({ model: `openai:${model}@${server.baseURL}`, options: { concurrency: CONCURRENCY } })),
      assert: RUNS.map((run) => ({ run, metric: 'bleu1', atLeast: 0 })),
    };
    writeFileSync(join(folder, name, 'suite.yaml'), JSON.stringify(suite));
  }
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

it(`${KILLS} kills: every run ends with each item once, and with the scores of a suite that nobody killed`, async () => {
  const random = createRandom(SEED);
  let killed = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const before = RUNS.map((run) => lines('broken', run));
    const child = start('broken');
    const answers = server.bodies.length + 1 + random.below(MOST_ANSWERS_BEFORE_A_KILL);
    const end = performance.now() + ROUND_MS;
    while (server.bodies.length < answers && child.exitCode === null && performance.now() < end) await wait(1);
    if (child.exitCode === null) killed++;
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    children.delete(child);
    for (const [i, run] of RUNS.entries()) expect(lines('broken', run).slice(0, before[i].length)).toEqual(before[i]);
  }
  await finished(start('broken'));
  const requests = server.bodies.length;
  expect(requests).toBeLessThanOrEqual(4 * ITEMS + KILLS * CONCURRENCY);
  await finished(start('whole'));
  for (const run of RUNS) {
    expect(new Set(lines('broken', run).map((line) => (JSON.parse(line) as { id: string }).id)).size).toBe(ITEMS);
    expect(lines('broken', run)).toHaveLength(ITEMS);
    expect(file('broken', run, 'scores.json')).toBe(file('whole', run, 'scores.json'));
    expect(file('broken', run, 'prompts.jsonl').split('\n')).toHaveLength(ITEMS + 1);
  }
  const asked = server.bodies.length;
  await finished(start('broken'));
  expect(server.bodies.length, 'a finished suite asks nothing').toBe(asked);
  console.log({ items: 4 * ITEMS, killed, requests, underWayAtAKill: requests - 4 * ITEMS });
});

function start(name: string): ChildProcess {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'packages/sensebench/src/cli/main.ts', 'suite', join(folder, name, 'suite.yaml'), '--quiet'],
    {
      cwd: join(import.meta.dirname, '..'),
      env: { ...process.env, OPENAI_API_KEY: 'none' },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  children.add(child);
  return child;
}

async function finished(child: ChildProcess): Promise<void> {
  if (child.exitCode === null) await once(child, 'exit');
  children.delete(child);
  expect(child.exitCode).toBe(0);
}

function file(name: string, run: string, path: string): string {
  return readFileSync(join(folder, name, 'runs', run, path), 'utf8');
}

/** Whole lines: what is behind the last line break was never written. */
function lines(name: string, run: string): string[] {
  return existsSync(join(folder, name, 'runs', run, 'predictions.jsonl'))
    ? file(name, run, 'predictions.jsonl').split('\n').slice(0, -1)
    : [];
}
