/** The child process behind tasks/task-workers.ts: runs the tasks of one lane, with connections and caches of its own. */

import { createApp } from 'sensebench/internal/app';
import { annotatorsTask } from './annotators/describe-annotators.ts';
import { addReferenceTask } from './boards/add-reference.ts';
import { boardTemplateTask } from './boards/board-template.ts';
import { exportBoardTask, importBoardTask } from './boards/bundle.ts';
import { createBoardTask, previewBoardTask } from './boards/create-board.ts';
import { phaseCountsTask } from './boards/describe-board.ts';
import { kitTask, staticTask } from './boards/downloads.ts';
import { phaseBoardTask } from './boards/phase-board.ts';
import { changePhasesTask, rescoreTask } from './boards/rescore.ts';
import { scoreTask } from './boards/score-job.ts';
import { compareItemsTask } from './boards/submission-page.ts';
import { submitTask } from './boards/submit.ts';
import { createComputed } from './computed.ts';
import { disagreementsTask } from './results/disagreements.ts';
import { importDecisionsTask } from './results/import-decisions.ts';
import { outcomeTask } from './results/outcome.ts';
import { progressTask } from './results/progress.ts';
import { addKnownAnswersTask } from './results/study-items.ts';
import { writeBackTask } from './results/write-back.ts';
import { connectTo } from './store/open-store.ts';
import { createCatalog } from './studies/catalog.ts';
import { createStudyTask, previewStudyTask } from './studies/create-study.ts';
import type { Studio } from './studio.ts';
import { packError, runHere, type Task } from './tasks/task.ts';
import type { Reply, Request, WorkerWorld } from './tasks/task-workers.ts';

const KNOWN: readonly Task<Studio, never, unknown>[] = [
  ...[submitTask, scoreTask, phaseBoardTask, phaseCountsTask],
  ...[
    addReferenceTask,
    boardTemplateTask,
    changePhasesTask,
    compareItemsTask,
    createBoardTask,
    exportBoardTask,
    importBoardTask,
    kitTask,
    previewBoardTask,
    rescoreTask,
    staticTask,
  ],
  ...[
    addKnownAnswersTask,
    annotatorsTask,
    createStudyTask,
    disagreementsTask,
    importDecisionsTask,
    outcomeTask,
    previewStudyTask,
    progressTask,
    writeBackTask,
  ],
];
const TASKS = new Map(KNOWN.map((task) => [task.name, task]));

/** The worker's studio, and a function that closes it. */
function openWorld({ database, datasets, runs, modules, except, secret, demo, address }: WorkerWorld, clock: () => Date) {
  const say = (line: string) => post({ kind: 'said', line });
  const app = createApp({ say, warn: say, now: clock });
  const sql = connectTo(database, { command: 'serve', most: 3 });
  const catalog = createCatalog({ app, datasets, runs, modules, except });
  const studio: Studio = {
    ...{ sql, app, catalog, secret, computed: createComputed(), demo, say },
    address: () => address,
    tasks: runHere(() => studio),
  };
  return { studio, close: () => Promise.all([sql.end({ timeout: 2 }), app.close()]) };
}

function post(reply: Reply): void {
  process.send?.(reply);
}

function serve(): void {
  /** The offset of the server's clock from this one; not zero only in tests. */
  let ahead = 0;
  let running: AbortController | undefined;
  let world: ReturnType<typeof openWorld> | undefined;

  async function run({ task: name, input, now }: Extract<Request, { kind: 'run' }>): Promise<void> {
    const task = TASKS.get(name);
    if (!task || !world) throw new Error(`unknown task ${name}`);
    ahead = now - Date.now();
    running = new AbortController();
    // The caller of the task has checked the type of its input.
    post({ kind: 'done', output: await task.run(world.studio, input as never, running.signal) });
  }

  process.on('message', (request: Request) => {
    if (request.kind === 'begin') world = openWorld(request.world, () => new Date(Date.now() + ahead));
    else if (request.kind === 'abort') running?.abort();
    else if (request.kind === 'run') run(request).catch((error: unknown) => post({ kind: 'failed', error: packError(error) }));
    else void world?.close().finally(() => process.exit(0));
  });
  // The server has exited.
  process.on('disconnect', () => process.exit(0));
  // Ctrl-C is handled by the server, which stops its workers itself.
  process.on('SIGINT', () => undefined);
}

if (process.send) serve();
