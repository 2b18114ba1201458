/** sensebench/metrics/threads: worker threads for the metrics. */
export * from '@sensebench/metrics/internal/metrics/threads';
