/** Asking a model: which items, which examples, one answer after the other. */
export { describeCounts } from './count-answers.ts';
export { findLeaks } from './find-leaks.ts';
export { readPool } from './read-pool.ts';
export { collectItems, selectItems } from './select-items.ts';
