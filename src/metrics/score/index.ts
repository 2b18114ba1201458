/** Scores of any predictions by any metrics. */
export { FEWEST_ITEMS } from './measure-items.ts';
export { measure, score } from './score.ts';
