/** The world, the server and the turns of an attack: two runs at a time, a share of them by seed, a table of what was broken. */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { createRandom } from '../../packages/metrics/src/core/index.ts';
import { type FakeOpenAi, startFakeOpenAi } from '../fake-openai-server.ts';
import { type Outcome, runAttacked } from './attacked-run.ts';
import { type Call, listCalls } from './commands.ts';
import { makeWorld } from './good-world.ts';
import { copyWorld, namedFiles } from './targets.ts';

const AT_ONCE = 2;
/** `SOAK_SHARE=0.05`: a twentieth of the runs, drawn by seed. */
const SHARE = Number(process.env.SOAK_SHARE ?? 1);
export const SEED = Number(process.env.SOAK_SEED ?? 17);

export interface Attack {
  world: string;
  calls: Call[];
  /** Runs the words in a fresh folder with what the call needs, after `spoil` has changed something there. */
  run(words: readonly string[], needs: readonly string[], spoil?: (work: string) => void): Promise<Outcome>;
  close(): Promise<void>;
}

export interface Case {
  name: string;
  start(): Promise<Outcome>;
}

export async function startAttack(): Promise<Attack> {
  const folder = mkdtempSync(join(tmpdir(), 'sensebench-attack-'));
  const world = join(folder, 'world');
  mkdirSync(world);
  const server = await startFakeOpenAi({
    say: (prompt) => (/\btie\b/i.test(prompt) ? 'A' : /yes or no/i.test(prompt) ? 'yes' : 'July is summer.'),
  });
  const calls = await listCalls();
  let number = 0;
  const attack: Attack = {
    world,
    calls,
    run(words, needs, spoil) {
      const place = join(folder, `case-${number++}`);
      const work = join(place, 'work');
      mkdirSync(work, { recursive: true });
      copyWorld(world, work, needs);
      spoil?.(work);
      return runAttacked({ folder: place, words: withServer(words, server), server: server.baseURL.replace(/^http:\/\/|\/v1$/g, '') });
    },
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await makeWorld({ folder: world, run: (words) => runGood(withServer(words, server), world) }, calls);
  } catch (error) {
    await attack.close();
    throw error;
  }
  return attack;
}

function withServer(words: readonly string[], server: FakeOpenAi): string[] {
  return words.map((word) => word.replace('SERVER', server.baseURL));
}

async function runGood(words: readonly string[], cwd: string): Promise<void> {
  const { execFile } = await import('node:child_process');
  const main = join(import.meta.dirname, '../../packages/sensebench/dist/cli/main.js');
  const env = { PATH: process.env.PATH, HOME: join(cwd, '../good-home'), OPENAI_API_KEY: 'none' };
  await new Promise<void>((resolve, reject) => {
    execFile(process.execPath, [main, ...words], { cwd, env }, (error, _out, stderr) =>
      error ? reject(new Error(`${words.join(' ')}\n${stderr}`)) : resolve(),
    );
  });
}

/** Every good call succeeds: otherwise an attack on it would test nothing. */
export function goodCases({ calls, world, run }: Attack): Case[] {
  return calls
    .filter(({ guessed }) => !guessed)
    .map((call) => ({ name: call.words.join(' '), start: () => run(call.words, namedFiles(call, world)) }));
}

export interface Tally {
  runs: number;
  codes: Record<string, number>;
  broken: Record<string, number>;
  slowestSeconds: number;
  mostMemoryMb: number;
  failures: string[];
}

/** Runs a seeded share of the cases, two at a time. */
export async function runCases(cases: readonly Case[], { share = SHARE }: { share?: number } = {}): Promise<Tally> {
  const random = createRandom(SEED);
  const limit = pLimit(AT_ONCE);
  const tally: Tally = { runs: 0, codes: {}, broken: {}, slowestSeconds: 0, mostMemoryMb: 0, failures: [] };
  const log = process.env.SOAK_LOG;
  if (log) writeFileSync(log, '');
  // In an order drawn by seed, so that a run that is stopped early has seen some of everything.
  const chosen = random.shuffle(cases).slice(0, Math.ceil(cases.length * share));
  await Promise.all(
    chosen.map(({ name, start }) =>
      limit(async () => {
        const { code, broken, ms, memoryKb, stderr } = await start();
        tally.runs++;
        tally.codes[String(code)] = (tally.codes[String(code)] ?? 0) + 1;
        tally.slowestSeconds = Math.max(tally.slowestSeconds, Math.round(ms / 1000));
        tally.mostMemoryMb = Math.max(tally.mostMemoryMb, Math.round(memoryKb / 1024));
        for (const { promise, what } of broken) {
          tally.broken[promise] = (tally.broken[promise] ?? 0) + 1;
          tally.failures.push(`${name}: ${promise}: ${what}`);
        }
        if (log)
          appendFileSync(
            log,
            `${JSON.stringify({ name, code, ms: Math.round(ms), memoryMb: Math.round(memoryKb / 1024), broken, stderr: stderr.slice(0, 300) })}\n`,
          );
      }),
    ),
  );
  return tally;
}
