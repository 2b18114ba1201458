/** Build steps: their runner, and the stores of their results. */
export { collect, collectVectors, countRows, joinShards, readerOf, readRows, readRowsBetween } from './read-shards.ts';
export { readOptions, runStep, toolIds, toolsFor } from './run-step.ts';
export { findResult, inShards, keepResult, type StreamedResult } from './shard-results.ts';
export { folderStore, memoryStore, type ShardStore } from './shard-store.ts';
export { createStepRunner, type ElsewhereOptions, type SourceFile, type StepRunner } from './step-runner.ts';
export { type ExpectedCosts, stepTimes } from './time-left.ts';
