/** The core: domain, contracts, errors, seeded random numbers. Runs in a browser. */
export * from './action.ts';
export * from './benchmark.ts';
export * from './build-step.ts';
export * from './decision.ts';
export * from './errors.ts';
export { createGrowingList, type GrowingList, widened } from './growing-list.ts';
export * from './item.ts';
export * from './ledger.ts';
export * from './metric.ts';
export { once } from './once.ts';
export * from './prediction.ts';
export * from './random.ts';
export * from './runner.ts';
export * from './scores.ts';
export * from './table.ts';
export * from './task.ts';
export * from './text.ts';
export * from './tools.ts';
