/** The page of a run, and tables of systems. */
export { renderRunReport } from './run-report.ts';
export { printedScore, scoresTable } from './scores-table.ts';
export { formatOf, type NamedScores, systemsTable } from './systems-table.ts';
