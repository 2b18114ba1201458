/** Asking a model: which items, which examples, one answer after the other. */

export { findLeaks, readPool } from './choose-prompt.ts';
export { describeCounts } from './count-answers.ts';
export { collectItems, selectItems } from './select-items.ts';
