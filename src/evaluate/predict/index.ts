/** Asking a model: which items, which examples, one answer after the other. */
export { describeCounts } from './count-answers.ts';
export { findLeaks, readPool } from './draw-examples.ts';
export { collectItems, selectItems } from './select-items.ts';
