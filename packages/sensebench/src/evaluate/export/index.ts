/** Tasks for other evaluation harnesses. */
export { inspectTask } from './inspect-task.ts';
export { lmEvalTask, type TaskFiles } from './lm-eval-task.ts';
export { type TaskDocuments, taskDocuments, taskName } from './task-documents.ts';
