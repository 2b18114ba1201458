/** What composes the rooms for whoever runs them: tools, runners, the scorer, finding runs and benchmarks. */
export { findRun, runOptions } from './find-run.ts';
export { createRetriever, makeRunner } from './make-runner.ts';
export { readMetricOptions } from './metric-data.ts';
export { dataFolder, dataPath, OPTIONAL_DATA, type OptionalDataName } from './optional-data.ts';
export { endScoreAhead, type ScoreAhead, scoreAhead, scoreAheadOf } from './score-ahead.ts';
export { createToolbox } from './tools.ts';
export { version } from './version.ts';
