/** The server: the store, the logic of studio and leaderboards, the HTTP interface and the pages. */
export type { StudioApi } from './api/index.ts';
export * from './boards/index.ts';
export { fillDemo, prepareDemo } from './demo/index.ts';
export { listen } from './listen.ts';
export { createLog, type Log } from './log.ts';
export { type RunningStudio, type StudioOptions, startStudio } from './start-studio.ts';
export { inviteCompetitor, listAccountTokens, listBoards, openStore, readBoard, revokeAccountToken } from './store/index.ts';
export { createCatalog, createComputed } from './studio/index.ts';
export { runHere } from './tasks/index.ts';
