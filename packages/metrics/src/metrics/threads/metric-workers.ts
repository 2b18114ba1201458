/** Worker threads for slow metrics (METEOR, SPICE). A free thread takes the next eight items; results keep their order. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { MetricInput } from '../../core/index.ts';
import { InputError, SetupError } from '../../core/index.ts';
import type { NamedMetric } from '../registry.ts';
import type { MetricWorkers } from '../score/measure-items.ts';

/** Items that are claimed at a time. */
const BATCH = 8;
/** Items that a thread is sent at a time, so that their texts are not all in memory twice. */
const BLOCK = 1 << 12;
/** Room for new objects in a thread; what its items need at a time is little. */
const NEW_OBJECTS_MB = 12;
const MOST_WORKERS = 3;

export interface PrepareRequest {
  kind: 'prepare';
  metrics: readonly NamedMetric[];
}

export interface MeasureRequest {
  kind: 'measure';
  /** Its answer has the same number. */
  job: number;
  /** Of each item of a block the candidate, then its references: a line for each token, an empty line between texts. */
  texts: string;
  /** How many references each item has. */
  references: Int32Array;
  /** For each block and metric, how many batches are claimed. Every thread counts them up. */
  counters: SharedArrayBuffer;
  /** The place of the block's first counter. */
  firstCounter: number;
  batch: number;
}

export type Request = PrepareRequest | MeasureRequest;

export interface AwayStats {
  /** What scoring reads of the metric's context. */
  context: object;
  /** Where the claimed batches start; `stats` has the items of all of them. */
  firsts: number[];
  stats: unknown[];
}

export type FailureKind = 'input' | 'setup' | 'bug';

export type Answer =
  | { kind: 'measured'; job: number; metrics: AwayStats[] }
  | { kind: 'failed'; job: number; failure: FailureKind; message: string; stack: string | undefined };

/** Default: one thread for each further core, at most three; null for none. */
export function startMetricWorkers(
  count = Math.min(MOST_WORKERS, availableParallelism() - 1),
  { block = BLOCK }: { block?: number } = {},
): MetricWorkers | null {
  if (count < 1) return null;
  const threads = Array.from({ length: count }, startThread);
  /** What the threads are prepared for: metrics, each with the values of its options. */
  let prepared: readonly unknown[] = [];
  let jobs = 0;

  function prepare(chosen: readonly NamedMetric[]): void {
    const metrics = inOrder(chosen);
    const wanted = metrics.flatMap(({ name, options }) => [name, ...Object.entries(options).flat()]);
    if (prepared.length === wanted.length && wanted.every((part, i) => part === prepared[i])) return;
    prepared = wanted;
    for (const thread of threads) thread.post({ kind: 'prepare', metrics });
  }

  return {
    prepare,
    measure(chosen, inputs) {
      const metrics = inOrder(chosen);
      prepare(metrics);
      const blocks = Math.ceil(inputs.length / block);
      const counters = new SharedArrayBuffer(4 * metrics.length * blocks);
      const claims = new Int32Array(counters);
      const found = metrics.map(() => ({ context: {}, stats: new Array<unknown>(inputs.length) }));
      /** The block that was made last; threads are seldom further apart. */
      let made: { at: number; texts: string; references: Int32Array } | undefined;
      const makeBlock = (at: number) => {
        if (made?.at !== at) made = { at, ...packInputs(inputs.slice(at * block, (at + 1) * block)) };
        return made;
      };
      let failed = false;
      const work = async (thread: Thread) => {
        for (let at = 0; at < blocks && !failed; at++) {
          const { texts, references } = makeBlock(at);
          const request: MeasureRequest = {
            kind: 'measure',
            job: ++jobs,
            texts,
            references,
            counters,
            firstCounter: at * metrics.length,
            batch: BATCH,
          };
          const answer = await thread.ask(request);
          for (const [place, own] of found.entries()) {
            own.context = answer[place].context;
            putStats(answer[place], own.stats, { from: at * block, items: references.length });
          }
        }
      };
      const answers = Promise.all(threads.map(work));
      // The error is thrown by `results()`; this only avoids an unhandled-rejection warning.
      answers.catch(() => {
        failed = true;
      });
      const current = metrics.map(() => 0);
      return {
        claim(metric) {
          const place = metrics.findIndex(({ name }) => name === metric);
          for (; current[place] < blocks; current[place]++) {
            const first = BATCH * Atomics.add(claims, current[place] * metrics.length + place, 1);
            const from = current[place] * block + first;
            if (first < block && from < inputs.length)
              return { from, to: Math.min(from + BATCH, (current[place] + 1) * block, inputs.length) };
          }
          return null;
        },
        async results() {
          await answers;
          return new Map(metrics.map(({ name }, place) => [name, found[place]]));
        },
      };
    },
    close() {
      for (const thread of threads) thread.close();
    },
  };
}

interface Thread {
  post(request: Request): void;
  /** Fails with what the thread failed with, then or before. */
  ask(request: MeasureRequest): Promise<AwayStats[]>;
  close(): void;
}

function startThread(): Thread {
  const worker = startWorker();
  let failure: Error | undefined;
  let waiting: { job: number; resolve(stats: AwayStats[]): void; reject(error: Error): void } | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    waiting?.reject(failure);
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('a thread that measures ended before it answered')));
  worker.on('message', (answer: Answer) => {
    // Another thread may have failed at the job before this one answered.
    if (answer.job !== waiting?.job) return;
    if (answer.kind === 'measured') waiting.resolve(answer.metrics);
    else waiting.reject(errorOf(answer));
  });
  // After the listeners: one for messages makes the process wait for the thread again.
  worker.unref();
  return {
    post: (request) => worker.postMessage(request),
    ask: (request) =>
      new Promise<AwayStats[]>((resolve, reject) => {
        waiting = { job: request.job, resolve, reject };
        if (failure) return reject(failure);
        // While it has something to do, the thread is waited for.
        worker.ref();
        worker.postMessage(request);
      }).finally(() => worker.unref()),
    close: () => void worker.terminate(),
  };
}

/** From source the thread needs a loader of TypeScript too. */
function startWorker(): Worker {
  const resourceLimits = { maxYoungGenerationSizeMb: NEW_OBJECTS_MB };
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('../metrics/threads/measure-worker.js', import.meta.url), { resourceLimits });
  const { href } = new URL('./measure-worker.ts', import.meta.url);
  return new Worker(`import('tsx/esm/api').then((tsx) => { tsx.register(); return import('${href}'); });`, { eval: true, resourceLimits });
}

/** The error as it would have been thrown here. Its message names the place already. */
function errorOf({ failure, message, stack }: Extract<Answer, { kind: 'failed' }>): Error {
  const error = failure === 'input' ? new InputError(message) : failure === 'setup' ? new SetupError(message) : new Error(message);
  error.stack = stack;
  return error;
}

function packInputs(inputs: readonly MetricInput[]): Pick<MeasureRequest, 'texts' | 'references'> {
  const lines = inputs.flatMap(({ tokens }) => [tokens.candidate, ...tokens.references].map((words) => words.join('\n')));
  return { texts: lines.join('\n\n'), references: Int32Array.from(inputs, ({ tokens }) => tokens.references.length) };
}

/** Always the same order, so that threads are not prepared a second time for the same metrics. */
function inOrder(metrics: readonly NamedMetric[]): NamedMetric[] {
  return metrics.map(({ name, options }) => ({ name, options })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What a thread found in one block, at its places among all items. */
function putStats({ firsts, stats }: AwayStats, all: unknown[], { from, items }: { from: number; items: number }): void {
  let next = 0;
  for (const first of firsts) {
    for (let item = first; item < Math.min(first + BATCH, items); item++) all[from + item] = stats[next++];
  }
}
