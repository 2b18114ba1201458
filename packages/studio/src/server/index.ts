/** The server: the store, the logic of studio and leaderboards, the HTTP interface and the pages. */

export { listBoards, readBoard } from './boards/board-queries.ts';
export { type RunningWorker, startWorker, type WorkerEvent } from './boards/board-worker.ts';
export { countWaiting, exportBoard, importBoard } from './boards/bundle.ts';
export { createBoard } from './boards/create-board.ts';
export { describeBoards } from './boards/describe-board.ts';
export { staticFiles } from './boards/downloads.ts';
export { type Boards, scoringOf } from './boards/open-board.ts';
export { readOwnName } from './boards/references.ts';
export { rescoreBoard } from './boards/rescore.ts';
export { createComputed } from './computed.ts';
export { fillDemo } from './demo/fill-demo.ts';
export { prepareDemo } from './demo/prepare-demo.ts';
export { listen } from './listen.ts';
export { createLog, type Log } from './log.ts';
export { listAccountTokens, revokeAccountToken } from './people/account-tokens.ts';
export { inviteCompetitor } from './people/accounts.ts';
export { type RunningStudio, type StudioOptions, startStudio } from './start-studio.ts';
export { openStore } from './store/open-store.ts';
export { createCatalog } from './studies/catalog.ts';
export { runHere } from './tasks/task.ts';
