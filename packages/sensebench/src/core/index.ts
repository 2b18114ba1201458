/** sensebench/core: the contracts, which @sensebench/metrics shares. */
export * from '@sensebench/metrics/internal/core';
