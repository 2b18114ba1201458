/** What builders share: the step runner and its cache, the ledger, the dataset card, Croissant, exact similarity search, the source readers. */
export * from './croissant.ts';
export * from './dataset-card.ts';
export * from './describe-file.ts';
export * from './explain.ts';
export * from './ledger.ts';
export * from './similar-pairs.ts';
export * from './sources/index.ts';
export * from './step-cache.ts';
export * from './step-runner.ts';
