/** Item analysis: which items of a dataset are hard, tell systems apart, or may be broken. */
export { analyseItems } from './analyse-items.ts';
export { type ItemText, renderItemsPage } from './items-page.ts';
export { describeAnalysis, itemsTable, systemsTable } from './items-tables.ts';
export { type ReadTable, readScoreTable } from './read-score-table.ts';
