/** Asking a model: which items, which examples, one answer after the other. */
export { predict } from './predict.ts';
export { collectItems, selectItems } from './select-items.ts';
