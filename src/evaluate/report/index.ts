/** The page of a run, and tables of systems. */
export { describePair } from './describe-pair.ts';
export { printedScore } from './printed-scores.ts';
export { renderRunReport } from './run-report.ts';
export { scoresTable } from './scores-table.ts';
export { type NamedScores, systemsTable } from './systems-table.ts';
