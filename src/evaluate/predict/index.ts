/** Asking a model: which items, which examples, one answer after the other. */
export { type AnswerCounts, describeCounts } from './count-answers.ts';
export { findLeaks } from './find-leaks.ts';
export { readPool } from './read-pool.ts';
export { collectItems, selectItems } from './select-items.ts';
