/** A leaderboard for tests: TG-CSR datasets of the starter corpus, a clock that is moved by hand, uploads and a worker. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll } from 'vitest';
import { createRandom } from '../packages/metrics/src/core/index.ts';
import { createApp } from '../packages/sensebench/src/app/index.ts';
import { startWorker, type WorkerEvent } from '../packages/studio/src/server/boards/board-worker.ts';
import { scoringOf } from '../packages/studio/src/server/boards/open-board.ts';
import { countJobs } from '../packages/studio/src/server/store/job-queue.ts';
import { quietContext } from './quiet-context.ts';
import { type Answer, type Caller, joinWith, type TestStudio, testStudio } from './studio.ts';

const corpus = fileURLToPath(new URL('../corpus/tgcsr/', import.meta.url));
export const CONTEXTS = ['first-day-of-school', 'community-garden'];

/** Two phases: few-shot on the first context, then zero-shot on the second. */
export const PHASES = `title: Commonsense of two settings
metrics: [classification]
rank: f1
breakdowns: [category, context]
quota: { day: 3, total: 5 }
public: { share: 0.5, seed: 17 }
anonymous: true
ladder: 0.05
phases:
  - name: few-shot
    start: 2027-01-11T00:00:00Z
    end: 2027-03-01T00:00:00Z
    where: { context: [first-day-of-school] }
    shown:
      - { split: train, where: { context: [first-day-of-school] }, answers: all }
      - { split: test, where: { context: [first-day-of-school] }, answers: none }
  - name: zero-shot
    start: 2027-03-08T00:00:00Z
    end: 2027-05-01T00:00:00Z
    where: { context: [community-garden] }
    shown:
      - { split: test, where: { context: [first-day-of-school] }, answers: all }
    afterEnd: items
`;

export interface TestBoards extends TestStudio {
  /** ISO 8601: what the server takes for now. */
  now: string;
  datasets: string[];
  makeBoard(phases?: string): Promise<string>;
  competitor(board: string, name: string): Promise<Caller>;
  upload(who: Caller, board: string, file: Blob | string, fields?: Record<string, string>, name?: string): Promise<Answer>;
  /** Scores all that is queued. */
  drain(): Promise<WorkerEvent[]>;
}

let built: Promise<string> | undefined;

/** One build for all test files of a process. */
function buildOnce(): Promise<string> {
  built ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sensebench-contexts-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    for (const context of CONTEXTS) await buildContext(join(folder, context), context);
    return folder;
  })();
  return built;
}

/** `people`: with the ratings of the corpus, so that there is a row of people; scoring it takes three seconds. */
export function testBoards({ people = false }: { people?: boolean } = {}): TestBoards {
  const clock = { now: '2027-01-20T12:00:00.000Z' };
  const app = createApp({ environment: {}, threads: { start: () => null, close: () => undefined }, now: () => new Date(clock.now) });
  const world = testStudio({ app });
  const boards = Object.assign(world, { datasets: CONTEXTS }) as TestBoards;
  Object.defineProperty(boards, 'now', {
    get: () => clock.now,
    set(now: string) {
      clock.now = now;
    },
  });
  beforeAll(async () => {
    const from = await buildOnce();
    for (const context of CONTEXTS) cpSync(join(from, context), join(world.folder, context), { recursive: true });
    if (!people) for (const context of CONTEXTS) rmSync(join(world.folder, context, 'ratings.jsonl'), { force: true });
  });
  boards.makeBoard = async (phases = PHASES) => {
    const made = await world.owner.call('POST', '/api/boards', { datasets: CONTEXTS, phases });
    if (made.status !== 200) throw new Error(made.text);
    return made.body.id;
  };
  boards.competitor = async (board, name) => {
    const { body, status, text } = await world.owner.call('POST', `/api/boards/${board}/invitations`, { name });
    if (status !== 200) throw new Error(text);
    return joinWith(world.api, body.link.split('#')[1]);
  };
  boards.upload = (who, board, file, fields = {}, name = 'predictions.jsonl') => {
    const form = new FormData();
    form.set('file', typeof file === 'string' ? new Blob([file]) : file, name);
    for (const [key, value] of Object.entries({ row: 'my model', ...fields })) form.set(key, value);
    return who.call('POST', `/api/boards/${board}/submissions`, form);
  };
  boards.drain = async () => {
    const events: WorkerEvent[] = [];
    const worker = startWorker({ world: scoringOf(world.studio), log: (event) => events.push(event), idleMs: 10 });
    for (;;) {
      const { queued, running } = await countJobs(world.studio.sql, { kind: 'board-score' });
      if (queued + running === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await worker.stop();
    return events;
  };
  return boards;
}

export async function buildContext(out: string, context: string): Promise<void> {
  const quiet = quietContext({ tools: createApp({ environment: {} }).tools });
  const build = (await quiet.benchmark('tgcsr')).actions?.build;
  const author = join(corpus, context);
  if (build && 'run' in build) await build.run(build.options.parse({ author, ratings: [join(author, 'ratings.csv')], out }), quiet);
}

/** Rows of a split with their labels. */
export function readRows(folder: string, context: string, split = 'test'): { id: string; label: string }[] {
  const lines = readFileSync(join(folder, context, `${split}.jsonl`), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** Predictions that are right with this chance. */
export function answers(items: readonly { id: string; label: string }[], share: number, seed: string): string {
  const random = createRandom(seed);
  return items
    .map(({ id, label }) => `${JSON.stringify({ id, prediction: random.next() < share ? label : label === 'yes' ? 'no' : 'yes' })}\n`)
    .join('');
}
