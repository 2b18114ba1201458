/** The page of a run, and tables of systems. */
export { breakdownTable } from './breakdown-table.ts';
export { describePair } from './describe-pair.ts';
export { printedScore } from './printed-scores.ts';
export { answerSentences } from './report-answer.ts';
export { headlineOf, renderRunReport } from './run-report.ts';
export { scoresTable } from './scores-table.ts';
export { columnOptions, hiddenScores, shownColumns } from './shown-columns.ts';
export { type NamedScores, otherDataTables, PUBLISHED_SHOWN, systemsTable } from './systems-table.ts';
