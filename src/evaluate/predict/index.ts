/** Asking a model: which items, which examples, one answer after the other. */
export { collectItems, selectItems } from './select-items.ts';
