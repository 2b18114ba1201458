/** The page of a run, and tables of systems. */
export { breakdownTable } from './breakdown-table.ts';
export { describePair } from './describe-pair.ts';
export { printedScore } from './printed-scores.ts';
export { headlineOf, renderRunReport } from './run-report.ts';
export { columnOptions, hiddenScores, scoresTable, shownColumns } from './scores-table.ts';
export { otherDataTables, PUBLISHED_SHOWN, systemsTable } from './systems-table.ts';
