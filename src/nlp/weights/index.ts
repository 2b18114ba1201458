/** Shipped models and tables: where they are, and reading them in Node. */
export { readWeights, unpack, weightsPath } from './weights.ts';
