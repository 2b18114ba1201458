/** sensebench/metrics: the metrics of @sensebench/metrics. */
export * from '@sensebench/metrics/internal/metrics';
