/** Composes the rooms for whoever runs them: tools, runners, the scorer, finding runs and benchmarks. */
export { type AppOptions, createApp } from './create-app.ts';
export { findBenchmark, moduleOf } from './find-benchmark.ts';
export { findRun, runOptions } from './find-run.ts';
export { conceptNetFor, encoderOption, metricNames } from './scorer.ts';
export { dataFolder, dataPath, OPTIONAL_DATA, type OptionalDataName } from './start/index.ts';
