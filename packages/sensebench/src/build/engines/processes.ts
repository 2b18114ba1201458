/** The default engine: as many processes of this machine as it has cores, each computing one shard after the other. */
import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { type OwnCommand, SetupError } from '@sensebench/metrics/internal/core';
import type { Engine, EngineWork } from './engine.ts';

export interface ProcessesOptions {
  command: OwnCommand;
  threads?: number;
}

/** The number of characters of an error that are kept. */
const LAST_WORDS = 1500;

/** A number of processes set by the user is always used. By default, small builds run in one process. */
const FEWEST = 4;

export function processesEngine({ command, threads: asked }: ProcessesOptions): Engine {
  const threads = asked ?? availableParallelism();
  const running = new Set<ChildProcess>();
  return {
    name: `${threads} processes`,
    fewest: threads === 1 ? Number.POSITIVE_INFINITY : asked === undefined ? FEWEST : 2,
    async run(work) {
      const queue = Array.from({ length: work.units }, (_, index) => index);
      const workers = Array.from({ length: Math.min(threads, work.units) }, () => runWorker(command, work, { queue, running }));
      const failed = (await Promise.allSettled(workers)).find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    },
    async close() {
      for (const child of running) child.kill();
    },
  };
}

/** Sends a process one number at a time, until the queue is empty or the process ends. */
function runWorker(
  { program, words, environment }: OwnCommand,
  { plan, stage, store, signal, done }: EngineWork,
  { queue, running }: { queue: number[]; running: Set<ChildProcess> },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...words, 'work', plan, stage, '-', store], {
      stdio: ['pipe', 'pipe', 'pipe'],
      // One shard a core: the library takes one core for each.
      env: { ...environment, SENSEBENCH_THREADS: '1' },
    });
    running.add(child);
    const stop = () => void child.kill();
    signal.addEventListener('abort', stop, { once: true });
    const give = () => {
      const next = queue.shift();
      if (next === undefined) child.stdin.end();
      else child.stdin.write(`${next}\n`);
    };
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-LAST_WORDS);
    });
    // A process that ends early does not read its input.
    child.stdin.on('error', () => undefined);
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [index, status] = line.split('\t');
      if (status === 'done' || status === 'cached') done(Number(index));
      give();
    });
    child.on('error', reject);
    child.on('close', (code) => {
      running.delete(child);
      signal.removeEventListener('abort', stop);
      if (code === 0) resolve();
      else reject(new SetupError(said.trim().split('\n').at(-1) || `a worker ended with code ${code}`));
    });
    give();
  });
}
