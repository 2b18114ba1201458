/** Runs a command in a new home, and says which files it leaves there and whom it calls. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

export interface NewHome {
  folder: string;
  run(...words: string[]): { files: string[]; calls: string[] };
  remove(): void;
}

export function makeHome(): NewHome {
  // The library opens its connections without Node, so only the kernel can tell.
  const traced = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0;
  if (!traced) console.log('strace is not here: connections are not watched, only files');
  const home = mkdtempSync(join(tmpdir(), 'sensebench-home-'));
  for (const folder of ['tmp', 'work']) mkdirSync(join(home, folder));
  return { folder: home, run: (...words) => watch(words, { home, traced }), remove: () => rmSync(home, { recursive: true, force: true }) };
}

/** Runs a command of the source; TypeScript's loader keeps what it compiled in the temporary folder. */
function watch(words: readonly string[], { home, traced }: { home: string; traced: boolean }): { files: string[]; calls: string[] } {
  const trace = join(home, 'tmp', 'trace');
  const tracer = ['strace', '-f', '--seccomp-bpf', '-e', 'trace=connect,sendto,openat', '-o', trace];
  const node = [process.execPath, '--import', import.meta.resolve('tsx'), join(root, 'packages/sensebench/src/cli/main.ts'), ...words];
  const [command, ...rest] = traced ? [...tracer, ...node] : node;
  const { ORT_DISABLE_TELEMETRY: _unset, SENSEBENCH_HOME: _elsewhere, ...inherited } = process.env;
  const env = { ...inherited, HOME: home, XDG_CACHE_HOME: join(home, '.cache'), TMPDIR: join(home, 'tmp') };
  const { status, stderr } = spawnSync(command, rest, { cwd: join(home, 'work'), env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const called = existsSync(trace) ? readFileSync(trace, 'utf8').split('\n') : [];
  return {
    files: readdirSync(home, { recursive: true, withFileTypes: true, encoding: 'utf8' })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1))
      .filter((file) => !file.startsWith('tmp/'))
      .sort(),
    // Connections, and the id of the machine. The loader calls a socket of its own in the temporary folder.
    calls: called.filter((line) => /connect\(|sendto\(|machine-id/.test(line) && !line.includes(home)),
  };
}
