/** Composes the rooms for whoever runs them: tools, runners, the scorer, finding runs and benchmarks. */

export { BENCHMARK_NAMES } from '../benchmarks/index.ts';
export { type AppliedDecisions, type ApplyOptions, applyDecisions } from './apply-decisions.ts';
export { type AppOptions, createApp } from './create-app.ts';
export { benchmarkOfDataset, findBenchmark, moduleOf } from './find-benchmark.ts';
export { findLanguageModel } from './find-gguf.ts';
export { findRun, runOptions } from './find-run.ts';
export { conceptNetFor, deepOption, encoderOption, metricNames } from './scorer.ts';
export { dataFolder, dataPath, OPTIONAL_DATA, type OptionalDataName } from './start/index.ts';
