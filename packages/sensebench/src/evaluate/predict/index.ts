/** Selecting items and examples, and counting answers. */

export { findLeaks, readPool } from './choose-prompt.ts';
export { describeCounts } from './count-answers.ts';
export { collectItems, selectItems } from './select-items.ts';
