/** The leaderboard: phases, quotas, checking, scoring and ranking of submissions, the Ladder, boards, bundles, starter kits. Pure. */

// Boards as data and as tables.
export { type Board, type BoardRow, boardRowSchema, boardSchema, boardUnits, makeBoard, scaleOf } from './board.ts';
export { boardHistory, compareBoards, earlierBoard, type HistoryPoint, type RowChange, rowChangeSchema } from './board-changes.ts';
export { boardTables, changesTable } from './board-tables.ts';
export type { PublicContent, SealedContent } from './bundle/content.ts';
// The sealed bundle.
export {
  commitmentSchema,
  commitTo,
  type GoldFiles,
  openingSchema,
  verifyOpening,
} from './bundle/content.ts';
export { exportBundle, type SealOptions } from './bundle/export-bundle.ts';
export { importBundle } from './bundle/import-bundle.ts';
// Submissions: quotas (`admit`), the format check (`checkSubmission`) and the scores (`scoreSubmission`).
export { type CheckedSubmission, checkSubmission, predictionLines } from './check-submission.ts';
export { cleanName, demandOwnName } from './display-name.ts';
// The starter kit, and a search for leaked answers in published files.
export { findGold } from './kit/find-gold.ts';
export { starterKit } from './kit/starter-kit.ts';
// A bound on what feedback during a phase can reveal.
export { leakBound } from './ladder.ts';
// Competitions: phases.yaml, and the items that a phase scores and shows.
export { type CompetitionData, checkItemsAfterEnd, itemsOfPhases, type PhaseItems, scoredAgain } from './phase-items.ts';
export { type Competition, hasBegun, hasEnded, type Phase, parsePhases, parsePhasesText, phaseAt } from './phases.ts';
export { admit, nextDay, quotaOf } from './quota.ts';
export { labelsHash, type ScoredSubmission, scoredSchema, scoreSubmission } from './score-submission.ts';
export { describeShown, directionOf, feedbackOf, NOT_SCORED, type ShownScore, shownScores } from './shown-scores.ts';
export { type StaticPage, staticPages } from './static-site.ts';
export { type Submission, submissionSchema } from './submission.ts';
