/** The leaderboard: phases, quotas, checking, scoring and ranking of submissions, the Ladder, boards, bundles, starter kits. Pure. */

// Boards as data and as tables.
export { type Board, type BoardInput, type BoardRow, boardUnits, directionOf, makeBoard, type ReferenceRow, scaleOf } from './board.ts';
export { boardHistory, compareBoards, type HistoryPoint, type RowChange } from './board-changes.ts';
export { boardTables, changesTable } from './board-tables.ts';
// The sealed bundle.
export {
  type Commitment,
  commitmentSchema,
  commitTo,
  type GoldFiles,
  type Opening,
  openingSchema,
  verifyOpening,
} from './bundle/commitment.ts';
export type { BundleContent } from './bundle/content.ts';
export { exportBundle } from './bundle/export-bundle.ts';
export { type ImportedBundle, importBundle, openBundleGold, openBundleSeal } from './bundle/import-bundle.ts';
// A submission: may it come in (`admit`), is it fine (`checkSubmission`), its scores (`scoreSubmission`).
export { type CheckedSubmission, checkSubmission, predictionLines } from './check-submission.ts';
// What goes out to competitors, and a search for answers in anything that goes out.
export { findGold, type GoldTrace } from './kit/find-gold.ts';
export { type KitInput, starterKit } from './kit/starter-kit.ts';
// Feedback while a phase runs, and how much it can give away.
export { climbLadder, type LadderAnswer, type LadderState, replayLadder } from './ladder.ts';
export { type LeakBound, leakBound } from './leak-bound.ts';
// A competition: what phases.yaml says, which items a phase scores and shows.
export { hasBegun, hasEnded, phaseAt } from './phase-at.ts';
export { type CompetitionData, itemsOfPhases, type PhaseItems } from './phase-items.ts';
export { type Competition, type Phase, parsePhases, parsePhasesText, readPhases } from './phases.ts';
export { type Admission, admit, type Quota, quotaOf } from './quota.ts';
export { labelsHash, type Part, type ScoredSubmission, scoredSchema, scoreSubmission } from './score-submission.ts';
export { type StaticPage, staticPages } from './static-site.ts';
export { SUBMISSION_STATES, type Submission, submissionSchema } from './submission.ts';
