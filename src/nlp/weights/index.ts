/** Shipped models and tables: where they are, and reading them in Node. */
export { readWeights, unpack } from './read-weights.ts';
export { weightsPath } from './weights-path.ts';
