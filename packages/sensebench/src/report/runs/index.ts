/** The page of a run, and tables of systems. */
export { breakdownTable } from './breakdown-table.ts';
export { formatOf, printedScore } from './printed-scores.ts';
export { describePair } from './report-answer.ts';
export { headlineOf, type RunReportOptions, renderRunReport, shownIds } from './run-report.ts';
export { columnOptions, hiddenScores, scoresTable, shownColumns } from './scores-table.ts';
export { otherDataTables, PUBLISHED_SHOWN, systemsTable } from './systems-table.ts';
