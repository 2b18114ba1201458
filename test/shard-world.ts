/** What the soak tests of engines share: a corpus of three shards, builds as processes, folders compared, what is still running. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const PROGRAM = join(root, 'packages/sensebench/dist/cli/main.js');
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'October', 'November'];
const PLACES = ['Canada', 'Brazil', 'Norway', 'Egypt', 'Japan', 'Kenya', 'Peru', 'India', 'Spain', 'Chile', 'Nepal', 'Cuba'];
const ACTS = ['plant rice', 'watch birds', 'paint houses', 'pick apples', 'sell cheese', 'repair boats', 'bake bread', 'cut grass'];
const WHO = ['Farmers', 'Children', 'Teachers', 'Sailors', 'Nurses', 'Tourists'];

export function isInstalled(...programs: string[]): boolean {
  return programs.every((program) => spawnSync('which', [program]).status === 0);
}

/** 960 sentences of each group of people; of all six they are three shards. */
export function writeCorpus(path: string, people = WHO.length): void {
  const lines = WHO.slice(0, people).flatMap((who) =>
    ACTS.flatMap((act) => PLACES.flatMap((place) => MONTHS.map((month) => `${who} in ${place} ${act} in ${month}.`))),
  );
  writeFileSync(path, `${lines.join('\n')}\n`);
}

export interface Build {
  process: ChildProcess;
  said(): string;
  ended: Promise<number | string>;
}

/** Without strict rules and with few partners, so that most of the time is spent in steps that an engine computes. */
export function startBuild(corpus: string, out: string, words: readonly string[], environment: Record<string, string> = {}): Build {
  const given = [
    'build',
    'situatedgen',
    '--statements',
    corpus,
    '--entities',
    'model',
    '--pairs',
    'paper',
    '--step',
    'mine(best-partners=4)',
    '--out',
    out,
  ];
  const child = spawn(process.execPath, [PROGRAM, ...given, ...words], { env: { ...process.env, ...environment } });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  return { process: child, said: () => said, ended: once(child, 'close').then(([code, signal]) => code ?? signal) };
}

/** Every file of a folder with its bytes. */
export function contentOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(names.filter((name) => /\.\w+$/.test(name)).map((name) => [name, readFileSync(join(folder, name), 'base64')]));
}

/** Finished shards of a step in a store; without a name those of all steps. */
export function shardsOf(store: string, step = ''): string[] {
  const begin = step === '' ? '' : `${step}-`;
  return existsSync(store) ? readdirSync(store).filter((name) => name.startsWith(begin) && name.endsWith('.shard')) : [];
}

/** Process numbers of workers that use this store, of one step or of any. */
export function workersOf(store: string, step = ''): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n');
  return lines
    .filter(
      (line) =>
        line.includes(' work ') &&
        line.includes(` ${step}`) &&
        line.includes(store) &&
        !line.includes('build situatedgen') &&
        !line.includes('spark-sql'),
    )
    .map((line) => Number.parseInt(line, 10));
}

export async function until<Value>(find: () => Value | undefined | false | null, seconds: number, what: string): Promise<Value> {
  for (let left = seconds * 5; left > 0; left--) {
    const found = find();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${what}: not within ${seconds} seconds`);
}
