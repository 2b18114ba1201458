/** What composes the rooms for whoever runs them: tools, runners, the scorer, finding runs and benchmarks. */
export { type AppOptions, createApp } from './create-app.ts';
export { findBenchmark, moduleOf } from './find-benchmark.ts';
export { findRun, runOptions } from './find-run.ts';
export { createRetriever } from './make-runner.ts';
export { type MetricThreads, startThreadsEarly } from './metric-threads.ts';
export { dataFolder, dataPath, OPTIONAL_DATA, type OptionalDataName } from './optional-data.ts';
export { metricNames } from './scorer.ts';
export { version } from './version.ts';
