import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkLease, takeLease } from './lease.ts';
import { ownMark } from './process-mark.ts';

let folder: string;
let path: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-lease-'));
  path = join(folder, 'run.lock');
});
afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const held = (change: object) => JSON.stringify({ ...ownMark(), token: 'theirs', ...change });
const PROGRAM = `
  import { createInterface } from 'node:readline';
  import { takeLease } from ${JSON.stringify(join(import.meta.dirname, 'lease.ts'))};
  console.log('ready');
  for await (const line of createInterface({ input: process.stdin })) {
    const [path, times, watchMs] = line.split('\\t');
    const attempts = Array.from({ length: Number(times) }, () => takeLease(path, { of: path, watchMs: Number(watchMs) }).then(() => 'took', (error) => error.message));
    console.log(JSON.stringify(await Promise.all(attempts)));
  }`;

/** Answers each line `path<TAB>times<TAB>watchMs` with what came of so many openings at once. Its leases are never given back. */
function start(prefix: readonly string[] = []) {
  const command = [...prefix, process.execPath, '--import', 'tsx', '--input-type=module', '-e', PROGRAM];
  const child = spawn(command[0], command.slice(1), {
    cwd: join(import.meta.dirname, '../../../..'),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const waiting: ((line: string) => void)[] = [];
  const lines: string[] = [];
  let rest = '';
  child.stdout.on('data', (data) => {
    const parts = (rest + data).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      const take = waiting.shift();
      if (take) take(line);
      else lines.push(line);
    }
  });
  const next = () => {
    const line = lines.shift();
    return line !== undefined ? Promise.resolve(line) : new Promise<string>((resolve) => waiting.push(resolve));
  };
  return {
    child,
    ready: next(),
    async open(file: string, times = 1): Promise<string[]> {
      child.stdin.write(`${file}\t${times}\t4000\n`);
      return JSON.parse(await next());
    },
  };
}

describe('a lease', () => {
  it('is held by one, and free again after its release', async () => {
    const lease = await takeLease(path, { of: folder });
    await expect(takeLease(path, { of: folder })).rejects.toThrow(`${folder}: is being written by process ${process.pid} on `);
    await expect(checkLease(path, { of: folder })).rejects.toThrow(/is being written/);
    await lease.release();
    await checkLease(path, { of: folder });
    await (await takeLease(path, { of: folder })).release();
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ['a process of the same number that started earlier', held({ start: '1' })],
    ['a process that was killed before the machine was started again', held({ boot: 'before' })],
  ])('is taken over from %s', async (_, content) => {
    await writeFile(path, content);
    await checkLease(path, { of: folder });
    const lease = await takeLease(path, { of: folder });
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject(ownMark());
    await lease.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('is not taken from a process that lives', async () => {
    const { child, ready, open } = start();
    await ready;
    expect(await open(path)).toEqual(['took']);
    await expect(takeLease(path, { of: folder })).rejects.toThrow(`is being written by process ${child.pid} on `);
  });

  it.each([
    ['another machine', held({ host: 'elsewhere', boot: 'another' })],
    ['another container', held({ space: 'pid:[1]' })],
    ['nobody that it names', ''],
  ])('of %s is watched: it is taken over when its time does not go on', async (_, content) => {
    await writeFile(path, content);
    const say = vi.fn();
    await (await takeLease(path, { of: folder, say, watchMs: 500 })).release();
    expect(say.mock.calls[0][0]).toMatch(/cannot be checked from here; watching for 0\.5 s/);
    await writeFile(path, content);
    const beat = setInterval(() => utimes(path, Date.now() / 1000, Date.now() / 1000), 100);
    await expect(takeLease(path, { of: folder, watchMs: 5000 })).rejects.toThrow(/is being written by/);
    clearInterval(beat);
  });

  it('renews its time while it is held', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const lease = await takeLease(path, { of: folder });
    await utimes(path, 1, 1);
    vi.advanceTimersByTime(2000);
    vi.useRealTimers();
    await expect(takeLease(path, { of: folder })).rejects.toThrow();
    expect((await stat(path)).mtimeMs).toBeGreaterThan(1e12);
    await lease.release();
  });

  it('is not released by one from whom it was taken', async () => {
    const lease = await takeLease(path, { of: folder });
    await writeFile(path, held({ token: 'another' }));
    await lease.release();
    expect(await readdir(folder)).toEqual(['run.lock']);
  });

  it('has exactly one holder of 60 simultaneous openings, with and without one that was left', { timeout: 120_000 }, async () => {
    const openers = Array.from({ length: 10 }, () => start());
    await Promise.all(openers.map(({ ready }) => ready));
    for (let round = 0; round < 24; round++) {
      const file = join(folder, `${round}.lock`);
      if (round % 3 === 1) await writeFile(file, held({ start: '1' }));
      if (round % 3 === 2) await writeFile(file, held({ pid: process.pid + 100_000_000 }));
      const outcomes = (await Promise.all(openers.map(({ open }) => open(file, 6)))).flat();
      expect(outcomes).toHaveLength(60);
      expect(outcomes.filter((outcome) => outcome === 'took')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome !== 'took' && !/is being written by process/.test(outcome))).toEqual([]);
    }
    expect((await readdir(folder)).filter((name) => !/^\d+\.lock$/.test(name))).toEqual([]);
  });

  const container = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const canContain = spawnSync(container[0], [...container.slice(1), 'true']).status === 0;
  it.skipIf(!canContain)('of a killed process number 1 is taken over by the next process number 1', { timeout: 60_000 }, async () => {
    const first = start(container);
    await first.ready;
    expect(await first.open(path)).toEqual(['took']);
    expect(JSON.parse(await readFile(path, 'utf8')).pid).toBe(1);
    const second = start(container);
    await second.ready;
    expect((await second.open(path))[0]).toMatch(/is being written by process 1 on/);
    first.child.kill('SIGKILL');
    await once(first.child, 'close');
    expect(await second.open(path)).toEqual(['took']);
  });
});
