/** Build steps and their cache. */
export { folderCache } from './step-cache.ts';
export { createStepRunner, type StepRunner } from './step-runner.ts';
