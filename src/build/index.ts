/** What builders share: the step runner and its cache, the ledger, the dataset card, Croissant, exact similarity search, the source readers. */
export * from './dataset/croissant.ts';
export * from './dataset/dataset-card.ts';
export * from './dataset/describe-file.ts';
export * from './dataset/explain.ts';
export * from './dataset/ledger.ts';
export * from './pairs/similar-pairs.ts';
export * from './steps/shard-store.ts';
export * from './steps/step-runner.ts';
