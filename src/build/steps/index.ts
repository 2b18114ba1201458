/** Build steps: the runner that makes keys and keeps shards, and where they are kept. */
export { collect, collectVectors, countRows, joinShards, readerOf, readRows, readRowsBetween } from './read-shards.ts';
export { readOptions, runStep } from './run-step.ts';
export { findResult, inShards, keepResult, type StreamedResult } from './shard-results.ts';
export { folderStore, memoryStore, type ShardStore } from './shard-store.ts';
export { createStepRunner, type ElsewhereOptions, type SourceFile, type StepRunner } from './step-runner.ts';
export { stepTimes } from './step-times.ts';
export { toolIds, toolsFor } from './step-tools.ts';
export type { ExpectedCosts } from './time-left.ts';
