/** For builders: the dataset writer, the ledger, explanations, the step runner and its cache, exact similarity search. */
export * from './dataset/croissant.ts';
export * from './dataset/dataset-card.ts';
export * from './dataset/dataset-content.ts';
export * from './dataset/dataset-content.ts';
export * from './dataset/diff-datasets.ts';
export * from './dataset/explain.ts';
export * from './dataset/ledger.ts';
export * from './dataset/read-datasheet.ts';
export * from './dataset/read-datasheet.ts';
export * from './dataset/row-fields.ts';
export * from './dataset/write-dataset.ts';
export * from './pairs/index.ts';
export { collect } from './steps/read-shards.ts';
export * from './steps/shard-store.ts';
export * from './steps/step-runner.ts';
