/** Scores of any predictions by any metrics. */
export { type MetricWorkers, startMetricWorkers } from './metric-workers.ts';
export { type Measured, measure, score } from './score.ts';
