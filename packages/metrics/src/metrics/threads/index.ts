/** Worker threads for slow metrics. Node only: browsers do without. */
export type { MetricWorkers } from '../score/measure-items.ts';
export { startMetricWorkers } from './metric-workers.ts';
