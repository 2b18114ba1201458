/** Builds on a store that is full, read-only or vanishes, with odd paths, and from a line of 5 GB: one clear line each, nothing lost. Needs dist/. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMeasured } from '../bench/run-measured.ts';
import { contentOf, shardsOf, startBuild, until, writeCorpus } from './shard-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'bad-store-'));
const corpus = join(folder, 'corpus.txt');
const disk = join(folder, 'disk');
let expected: Record<string, string>;

const build = async (out: string, ...words: string[]) => {
  const { ended, said } = startBuild(corpus, join(folder, out), ['--threads', '1', ...words]);
  return { code: await ended, last: () => said().trim().split('\n').at(-1), said: said() };
};
/** What a command says that failed: one line, no trace. */
const clear = /^[^\n]+$/;

beforeAll(async () => {
  writeCorpus(corpus, 1);
  const { code, said } = await build('plain/set', '--cache', join(folder, 'cache'));
  expect(code, said).toBe(0);
  expected = contentOf(join(folder, 'plain/set'));
}, 1_200_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function mount(options: string): boolean {
  mkdirSync(disk, { recursive: true });
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk], { stdio: 'ignore' }).status === 0;
}

describe('a store on a disk of its own', () => {
  it('that is full ends the build in one line; with room the same command goes on', async () => {
    if (!mount('size=300k')) return console.log('skipped: a small disk cannot be mounted here');
    try {
      const words = ['--cache', join(disk, 'store')];
      const full = await build('full/set', ...words);
      expect(full.code, full.said).toBe(2);
      expect(full.last()).toMatch(/disk is full/);
      expect(full.last()).toMatch(clear);
      expect(full.said).not.toMatch(/\n\s+at /);
      expect(existsSync(join(folder, 'full/set'))).toBe(false);
      const kept = shardsOf(join(disk, 'store')).length;
      execFileSync('mount', ['-o', 'remount,size=200m', disk]);
      const again = await build('full/set', ...words);
      expect(again.code, again.said).toBe(0);
      expect(contentOf(join(folder, 'full/set'))).toEqual(expected);
      expect(shardsOf(join(disk, 'store')).length).toBeGreaterThan(kept);
      expect(readdirSync(join(disk, 'store')).filter((name) => name.includes('.partial-'))).toEqual([]);
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  });

  it('that is read-only ends the build in one line', async () => {
    if (!mount('size=50m,ro')) return console.log('skipped: a disk cannot be mounted here');
    try {
      const refused = await build('read-only/set', '--cache', join(disk, 'store'));
      expect(refused.code).toBe(2);
      expect(refused.last()).toMatch(/read-only/);
      expect(refused.said).not.toMatch(/\n\s+at /);
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  });
});

it('a store that vanishes in the middle loses no more than time', async () => {
  const store = join(folder, 'vanishing');
  const running = startBuild(corpus, join(folder, 'vanished/set'), ['--threads', '1', '--cache', store]);
  await until(() => shardsOf(store, 'context')[0], 1800, 'a third step');
  rmSync(store, { recursive: true, force: true });
  const code = await running.ended;
  if (code !== 0) {
    expect(code, running.said()).toBe(2);
    expect(running.said()).toMatch(/damaged or removed/);
    expect(running.said()).not.toMatch(/\n\s+at /);
    const again = await build('vanished/set', '--cache', store);
    expect(again.code, again.said).toBe(0);
  }
  expect(contentOf(join(folder, 'vanished/set'))).toEqual(expected);
});

it('paths with a space, a quote and a dollar sign are only paths', async () => {
  const odd = join(folder, `a "b' \${x} $(touch y)`);
  const { code, said } = await build(`${odd.slice(folder.length + 1)}/set`, '--cache', join(odd, 'cache'), '--threads', '2');
  expect(code, said).toBe(0);
  expect(contentOf(join(odd, 'set'))).toEqual(expected);
  const refused = await build('engine/set', '--engine', 'slurm', '--cache', odd);
  expect(refused.code).toBe(2);
  expect(refused.last()).toMatch(/cannot be sent to an engine/);
});

it('a line of 5 GB ends in one line, in bounded memory', async () => {
  const line = join(folder, 'line.txt.gz');
  execFileSync('sh', ['-c', `head -c 5000000000 /dev/zero | tr '\\0' x | gzip -1 > '${line}'`]);
  const program = join(import.meta.dirname, '../packages/sensebench/dist/cli/main.js');
  const words = [
    'build',
    'situatedgen',
    '--source',
    `text=${line}`,
    '--entities',
    'model',
    '--out',
    join(folder, 'line/set'),
    '--threads',
    '1',
  ];
  const measured = await runMeasured(process.execPath, ['-e', probe(program, words)]);
  const { code, said } = JSON.parse(measured.output) as { code: number; said: string };
  expect(code).toBe(2);
  expect(said.trim().split('\n').at(-1)).toMatch(/line\.txt\.gz:1: the line is longer than 64 MB/);
  expect(measured.treeMegabytes).toBeLessThan(1000);
});

/** A program that runs another and prints how it ended: runMeasured takes only those that succeed. */
function probe(program: string, words: readonly string[]): string {
  return `const { status, stderr } = require('child_process').spawnSync(process.execPath, ${JSON.stringify([program, ...words])}, { encoding: 'utf8' });
    console.log(JSON.stringify({ code: status, said: stderr }));`;
}
