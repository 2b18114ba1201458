/** The benchmarks: the built-in three, and any that a user writes. */
export { BENCHMARK_NAMES, BENCHMARK_SPECS, isModule, loadBenchmark } from './registry.ts';
