/** The dataset folder: its writer, card, Croissant, ledger and explanations. */
export type { CardSection, DatasetContent, DatasetExtra, DatasetPeople, DatasetSource } from './dataset-content.ts';
export { DATASHEET_QUESTIONS, type DatasheetAnswers } from './datasheet-questions.ts';
export { describeDiff } from './describe-diff.ts';
export { diffDatasets } from './diff-datasets.ts';
export { describeExplanation, EXPLAIN_ARGUMENTS, explainOptionsSchema, explainRow } from './explain.ts';
export { bareName, fileSources } from './file-sources.ts';
export { countDrops, createDropCounts } from './ledger.ts';
export { readContent } from './read-content.ts';
export { type Datasheet, datasheetTemplate, readDatasheet } from './read-datasheet.ts';
export { readStats } from './read-stats.ts';
export { type RewrittenDataset, rewriteDataset } from './rewrite-dataset.ts';
export { writeDataset } from './write-dataset.ts';
