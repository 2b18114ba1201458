/** Leaderboards: competitions from dataset folders, submissions, scoring by workers, boards, bundles. */
export { addReference } from './add-reference.ts';
export { type Boards, scoringOf } from './boards.ts';
export { countWaiting, exportBoard, importBoard } from './bundle.ts';
export { changePhases } from './change-phases.ts';
export { createBoard, previewBoard } from './create-board.ts';
export { describeBoard, describeBoards, describeScoring, phaseCountsTask, type Viewer } from './describe-board.ts';
export { BOARD_PAGES } from './page-tasks.ts';
export { boardFile, boardsSince, comparePhase, phaseBoard, phaseBoardTask } from './phase-board.ts';
export { rescoreBoard } from './rescore.ts';
export { readAccountName, readOwnName } from './reserved-names.ts';
export { scoreTask } from './score-job.ts';
export { staticFiles } from './static-html.ts';
export { describeOwn, describeSubmission } from './submission-page.ts';
export { cancelSubmission, changeSubmission, submitTask } from './submit.ts';
export { boardTemplate } from './template.ts';
export { type RunningWorker, startWorker, type WorkerEvent } from './worker.ts';
