/** Build steps: the runner that makes keys and keeps shards, and where they are kept. */
export { collect, collectVectors } from './collect.ts';
export { folderStore, memoryStore } from './shard-store.ts';
export { createStepRunner, type SourceFile, type StepRunner } from './step-runner.ts';
