/** Composes the rooms for whoever runs them: tools, runners, the scorer, finding runs and benchmarks. */

export { BENCHMARK_NAMES } from '../benchmarks/index.ts';
export { applyDecisions } from './apply-decisions.ts';
export { createApp } from './create-app.ts';
export { benchmarkOfDataset, findBenchmark, moduleOf } from './find-benchmark.ts';
export { findRun, runOptions } from './find-run.ts';
export { loadMetrics, withMetrics } from './metric-modules.ts';
export { conceptNetFor, deepOption, demandPrice } from './scorer.ts';
export { dataFile, dataFolder, dataPath, OPTIONAL_DATA, type OptionalDataName } from './start/index.ts';
