/** The part of the program that runs before the rest is loaded. */

export { areLarge, createMetricThreads, type MetricThreads, startThreadsEarly } from './metric-threads.ts';
export {
  addOptionalData,
  dataFile,
  dataFolder,
  dataPath,
  type Environment,
  OPTIONAL_DATA,
  type OptionalDataName,
} from './optional-data.ts';
