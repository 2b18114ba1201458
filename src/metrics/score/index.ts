/** Scores of any predictions by any metrics. */
export { FEWEST_ITEMS, type MetricWorkers, startMetricWorkers } from './metric-workers.ts';
export { measure, score } from './score.ts';
