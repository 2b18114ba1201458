/** The benchmarks: the built-in three, and any that a user writes. */
export { BENCHMARK_NAMES, BENCHMARK_SPECS, loadBenchmark } from './registry.ts';
