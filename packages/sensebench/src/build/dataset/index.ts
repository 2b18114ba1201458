/** The dataset folder: its writer, card, Croissant, ledger and explanations. */
export {
  bareName,
  type CardSection,
  type DatasetContent,
  type DatasetExtra,
  type DatasetPeople,
  type DatasetSource,
  fileSources,
} from './dataset-content.ts';
export { describeDiff } from './describe-diff.ts';
export { diffDatasets } from './diff-datasets.ts';
export { describeExplanation, EXPLAIN_ARGUMENTS, explainOptionsSchema, explainRow } from './explain.ts';
export { countDrops, createDropCounts } from './ledger.ts';
export { readContent, readStats } from './read-content.ts';
export { DATASHEET_QUESTIONS, type Datasheet, type DatasheetAnswers, datasheetTemplate, readDatasheet } from './read-datasheet.ts';

export { type RewrittenDataset, rewriteDataset } from './rewrite-dataset.ts';
export { writeDataset } from './write-dataset.ts';
