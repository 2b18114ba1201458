/** The Apache Spark engine: shards are the tasks of one query of the stock `spark-sql`, whose session stays open between stages. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type OwnCommand, SetupError } from '@sensebench/metrics/internal/core';
import { demandPlainPath, type Engine, type EngineWork, shellWords } from './engine.ts';

export interface SparkOptions {
  /** Like `spark://host:7077`. */
  master: string;
  command: OwnCommand;
  say(line: string): void;
}

/** The most tasks of a query; more shards are distributed over these tasks. */
const MOST_TASKS = 2000;
const LAST_WORDS = 4000;
/** Separates fields by tab and rows by newline; Spark's default is another character. */
const FORMAT = "ROW FORMAT DELIMITED FIELDS TERMINATED BY '\\t' LINES TERMINATED BY '\\n'";

/** Runs a command and ends it when the process that started this shell is gone, because Spark would continue its query. */
const WATCHED = `exec 3<&0
"$@" <&3 3<&- &
child=$!
trap 'kill $child 2>/dev/null' TERM
while kill -0 $child 2>/dev/null; do
  if ! kill -0 $PPID 2>/dev/null; then
    kill $child 2>/dev/null
    sleep 3
    kill -9 $child 2>/dev/null
    exit 75
  fi
  sleep 1
done
wait $child`;
/** The warning that Spark repeats while it waits for an executor. */
const NO_EXECUTOR = /has not accepted any resources/;

export function sparkEngine({ master, command, say }: SparkOptions): Engine {
  let session: SparkSession | undefined;
  return {
    name: 'Spark',
    fewest: 1,
    async run(work) {
      const query = queryOf(command, work);
      session ??= openSession(master, command, say);
      const own = session;
      const stop = () => own.stop();
      work.signal.addEventListener('abort', stop, { once: true });
      try {
        const seen = new Set<number>();
        await own.ask(query, (index) => {
          seen.add(index);
          work.done(index);
        });
        if (seen.size < work.units) throw new SetupError(own.cause());
      } catch (error) {
        // The next round starts a new session.
        own.stop();
        session = undefined;
        throw error;
      } finally {
        work.signal.removeEventListener('abort', stop);
      }
    },
    async close() {
      session?.stop();
      session = undefined;
    },
  };
}

/** `range(0, n, 1, tasks)` distributes the shards over the tasks. */
export function queryOf(
  { program, words }: OwnCommand,
  { plan, stage, units, store }: Pick<EngineWork, 'plan' | 'stage' | 'units' | 'store'>,
): string {
  for (const path of [plan, store]) demandPlainPath(path);
  const command = `exec ${shellWords([program, ...words, 'work', plan, stage, '-', store])}`;
  const tasks = Math.min(units, MOST_TASKS);
  return `SELECT TRANSFORM (i) ${FORMAT} USING '${command}' AS (i INT, status STRING) ${FORMAT} FROM (SELECT id AS i FROM range(0, ${units}, 1, ${tasks}));`;
}

interface SparkSession {
  /** Resolves when the query ends, successfully or not. */
  ask(query: string, done: (index: number) => void): Promise<void>;
  /** The last error message from Spark. */
  cause(): string;
  stop(): void;
}

function openSession(master: string, { environment }: OwnCommand, say: SparkOptions['say']): SparkSession {
  const conf = {
    'spark.sql.catalogImplementation': 'in-memory',
    'spark.ui.enabled': 'false',
    // The work is done outside the executor. With more memory, a small worker would never get one.
    'spark.executor.memory': '512m',
  };
  const words = ['--master', master, ...Object.entries(conf).flatMap(([name, value]) => ['--conf', `${name}=${value}`])];
  const child: ChildProcessWithoutNullStreams = spawn('sh', ['-c', WATCHED, 'sh', 'spark-sql', ...words], {
    env: { ...environment, SENSEBENCH_THREADS: '1' },
  });
  let said = '';
  let waited = false;
  let asked = 0;
  let waiting: { mark: string; done(index: number): void; resolve(): void; reject(error: Error): void } | undefined;
  const end = (error: Error) => {
    waiting?.reject(error);
    waiting = undefined;
  };
  child.on('error', (error) => end(new SetupError(`a shell cannot be started: ${error.message}`)));
  child.on('close', (code) =>
    end(
      new SetupError(
        code === 127
          ? 'spark-sql was not found; put the bin folder of Spark on PATH'
          : `spark-sql ended with code ${code}: ${causeOf(said)}`,
      ),
    ),
  );
  child.stdin.on('error', () => undefined);
  child.stderr.on('data', (chunk: Buffer) => {
    if (!waited && NO_EXECUTOR.test(chunk.toString())) say('Spark has no free executor yet: its workers are busy, too small or missing');
    waited ||= NO_EXECUTOR.test(chunk.toString());
    said = (said + chunk.toString()).slice(-LAST_WORDS);
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [, index] = /^(\d+)\t(?:done|cached)$/.exec(line) ?? [];
    if (index !== undefined) waiting?.done(Number(index));
    if (line.trim() !== waiting?.mark) return;
    waiting.resolve();
    waiting = undefined;
  });
  return {
    ask(query, done) {
      if (child.exitCode !== null) return Promise.reject(new SetupError(`spark-sql ended: ${causeOf(said)}`));
      const mark = `sensebench-query-${++asked}`;
      return new Promise((resolve, reject) => {
        waiting = { mark, done, resolve, reject };
        // The next query runs even after one that failed, because the store tells what was computed.
        child.stdin.write(`${query}\nSELECT '${mark}';\n`);
      });
    },
    cause: () => causeOf(said),
    stop: () => void child.kill('SIGTERM'),
  };
}

function causeOf(said: string): string {
  const lines = said.trim().split('\n');
  return (
    lines.findLast((line) => /sensebench work:/.test(line)) ??
    lines.findLast((line) => /error|exception/i.test(line)) ??
    lines.at(-1) ??
    ''
  ).trim();
}
