/** The dataset folder: its writer, card, Croissant, ledger and explanations. */
export type { CardSection, DatasetContent, DatasetExtra, DatasetPeople, DatasetSource } from './dataset-content.ts';
export { describeExplanation, EXPLAIN_ARGUMENTS, explainOptionsSchema, explainRow } from './explain.ts';
export { bareName, fileSources } from './file-sources.ts';
export { countDrops } from './ledger.ts';
export { writeDataset } from './write-dataset.ts';
