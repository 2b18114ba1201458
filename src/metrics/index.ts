/** Metrics: the table of them, `score`, and the statistics of agreement and significance. */
export * from './bootstrap.ts';
export { type FrozenFrequencies, freezeFrequencies, frozenFrequenciesSchema } from './document-frequencies.ts';
export { loadTools } from './load-tools.ts';
export type { MetricOptions } from './metric-options.ts';
export { type ChosenMetric, chooseMetrics, DEFAULT_METRICS, METRICS, type MetricEntry, needsOf } from './registry.ts';
export { type Measured, measure, type ScoreRequest, score } from './score.ts';
