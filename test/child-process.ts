/** Starts a file as a process of its own, for tests that kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { commandAs, type RunAs } from '../packages/studio/src/server/postgres/run-as.ts';

export interface Child {
  process: ChildProcess;
  /** The first line of standard output that matches; rejects when the process ends before. */
  line(pattern: RegExp): Promise<string>;
  said(): string;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

const root = join(import.meta.dirname, '..');

export function startChild(file: string, words: readonly string[], { runAs, env }: { runAs?: RunAs; env?: NodeJS.ProcessEnv } = {}): Child {
  const loader = file.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const { file: program, args, user } = commandAs(runAs, process.execPath, [...loader, join(root, file), ...words]);
  const child = spawn(program, args, {
    ...user,
    env,
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let all = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
    all += chunk;
  });
  child.stderr.on('data', (chunk) => {
    all += chunk;
  });
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  return {
    process: child,
    said: () => all,
    ended,
    line: async (pattern) => {
      for (;;) {
        const found = out.split('\n').find((line) => pattern.test(line));
        if (found !== undefined) return found;
        const gone = await Promise.race([once(child.stdout, 'data').then(() => false), ended.then(() => true)]);
        if (gone && !pattern.test(out)) throw new Error(`ended before ${pattern}: ${all}`);
      }
    },
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal);
      await ended;
    },
  };
}
