/** Leaderboards: competitions from dataset folders, submissions, scoring by workers, boards, bundles. */
export { addReference } from './add-reference.ts';
export { type Boards, type Scoring, scoringOf } from './boards.ts';
export { countWaiting, exportBoard, importBoard } from './bundle.ts';
export { changePhases } from './change-phases.ts';
export { createBoard, previewBoard } from './create-board.ts';
export { describeBoard, describeBoards, describeScoring, type Viewer } from './describe-board.ts';
export { boardKit } from './kit.ts';
export { boardFile, comparePhase, phaseBoard } from './phase-board.ts';
export { rescoreBoard } from './rescore.ts';
export { staticArchive, staticFiles } from './static-html.ts';
export { compareItems, describeOwn, describeSubmission } from './submission-page.ts';
export { cancelSubmission, changeSubmission, submit } from './submit.ts';
export { boardTemplate } from './template.ts';
export { type RunningWorker, startWorker, type WorkerEvent } from './worker.ts';
