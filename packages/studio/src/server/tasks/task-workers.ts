/** A process for each lane: one task after the other, within bounds of memory, time and queue (docs/decisions/0029-workers.md). */
import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { InputError } from 'sensebench/internal/core';
import type { Address } from '../store/connect.ts';
import { Busy, type Lane, type PackedError, type Task, type TaskRunner, unpackError } from './task.ts';

/** Everything a worker needs to open its own studio. */
export interface WorkerWorld {
  database: Address;
  datasets: string;
  runs: string;
  modules: readonly string[];
  /** Folders to skip. */
  except: readonly string[];
  secret: Uint8Array;
  demo: boolean;
  address: string;
}

/** `now`: when the task was requested, by the server's clock. */
export type Request =
  | { kind: 'begin'; world: WorkerWorld }
  | { kind: 'run'; task: string; input: unknown; now: number }
  | { kind: 'abort' }
  | { kind: 'stop' };
export type Reply = { kind: 'done'; output: unknown } | { kind: 'failed'; error: PackedError } | { kind: 'said'; line: string };

interface LaneLimits {
  /** The maximum number of waiting tasks; further ones are refused. */
  waiting: number;
  /** The heap limit; Node's default if absent. */
  memoryMb?: number;
  /** A task that takes longer is killed along with its process. */
  seconds?: number;
}

/** Uploads come from strangers, so they are limited in memory and time; boards and scores use checked data. */
const LANES: Readonly<Record<Lane, LaneLimits>> = {
  uploads: { waiting: 64, memoryMb: 400, seconds: 30 },
  pages: { waiting: 200 },
  scores: { waiting: Number.POSITIVE_INFINITY },
};

export interface TaskWorkers<World> extends TaskRunner<World> {
  /** Abandons running tasks. */
  close(): Promise<void>;
}

export interface TaskWorkersOptions {
  /** Called whenever a worker starts. */
  world(): WorkerWorld;
  /** The server's clock. */
  now(): Date;
  say(line: string): void;
  lanes?: Readonly<Record<Lane, LaneLimits>>;
}

export function startTaskWorkers<World>({ lanes = LANES, ...options }: TaskWorkersOptions): TaskWorkers<World> {
  const started = new Map<Lane, LaneWorker>();
  return {
    run<Input, Output>(task: Task<World, Input, Output>, input: Input, signal?: AbortSignal): Promise<Output> {
      const lane = started.get(task.lane) ?? startLane(lanes[task.lane], options);
      started.set(task.lane, lane);
      // The worker runs the task with this name, so the output has its type.
      return lane.run(task.name, input, signal) as Promise<Output>;
    },
    close: async () => {
      await Promise.all([...started.values()].map((lane) => lane.close()));
    },
  };
}

interface Waiting {
  task: string;
  input: unknown;
  now: number;
  signal?: AbortSignal;
  resolve(output: unknown): void;
  reject(error: Error): void;
}

interface LaneWorker {
  run(task: string, input: unknown, signal?: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

function startLane({ waiting: most, memoryMb, seconds }: LaneLimits, options: Omit<TaskWorkersOptions, 'lanes'>): LaneWorker {
  const { world, now, say } = options;
  const waiting: Waiting[] = [];
  let current: Waiting | undefined;
  let worker: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;

  const finish = (end: (task: Waiting) => void) => {
    const ended = current;
    current = undefined;
    clearTimeout(timer);
    if (ended) end(ended);
    next();
  };
  const lose = (error: Error) => {
    worker?.removeAllListeners();
    worker?.kill('SIGKILL');
    worker = undefined;
    finish(({ reject }) => reject(error));
  };
  const start = () => {
    const child = startProcess(memoryMb);
    child.on('message', (reply: Reply) => {
      if (reply.kind === 'said') say(reply.line);
      else if (reply.kind === 'done') finish(({ resolve }) => resolve(reply.output));
      else finish(({ reject }) => reject(unpackError(reply.error)));
    });
    child.on('error', lose);
    child.on('exit', (_code, signal) =>
      lose(
        signal !== null && OUT_OF_MEMORY.has(signal)
          ? new InputError('needs more memory than is allowed')
          : new Error('a worker ended before its task'),
      ),
    );
    child.send({ kind: 'begin', world: world() } satisfies Request);
    return child;
  };
  const next = () => {
    if (current || waiting.length === 0) return;
    current = waiting.shift();
    if (!current) return;
    const { task, input, now: at, signal } = current;
    if (signal?.aborted) return finish(({ reject }) => reject(reasonOf(signal)));
    worker ??= start();
    const post = (request: Request) => worker?.send(request);
    post({ kind: 'run', task, input, now: at });
    const running = current;
    signal?.addEventListener('abort', () => running === current && post({ kind: 'abort' }), { once: true });
    if (seconds !== undefined) timer = setTimeout(() => lose(new InputError(`takes longer than ${seconds} s`)), 1000 * seconds);
  };
  return {
    run(task, input, signal) {
      if (current && waiting.length >= most)
        return Promise.reject(new Busy('the server is busy with other uploads and pages; try again in a few seconds'));
      return new Promise((resolve, reject) => {
        waiting.push({ task, input, now: now().getTime(), signal, resolve, reject });
        next();
      });
    },
    async close() {
      for (const { reject } of waiting.splice(0)) reject(new Busy('the server is stopping'));
      if (!worker) return;
      const ended = new Promise<void>((resolve) => worker?.once('exit', () => resolve()));
      worker.send({ kind: 'stop' } satisfies Request);
      await ended;
    },
  };
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/** Signals with which V8 ends a process that is out of memory. */
const OUT_OF_MEMORY: ReadonlySet<string> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL']);

/** Lower than the server's priority, which is 0. */
const PRIORITY = 10;

/** Running from source also needs a TypeScript loader. The child does not keep this process alive. */
function startProcess(memoryMb: number | undefined): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts');
  const file = fileURLToPath(new URL(isSource ? '../task-worker.ts' : '../server/task-worker.js', import.meta.url));
  const loader = isSource ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : [];
  const child = fork(file, [], {
    execArgv: [...loader, ...(memoryMb === undefined ? [] : [`--max-old-space-size=${memoryMb}`])],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (child.pid !== undefined) setPriority(child.pid, PRIORITY);
  child.unref();
  child.channel?.unref();
  return child;
}
