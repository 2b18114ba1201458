/** The benchmarks by name; the path of a .js or .mjs module is a user's own. To add a benchmark, add a line. */
import { type Benchmark, InputError, isModule } from '../core/index.ts';

const BUILT_IN: Readonly<Record<string, () => Promise<Benchmark>>> = {
  situatedgen: async () => (await import('./situatedgen/benchmark.ts')).situatedGen,
  commongen: async () => (await import('./commongen/benchmark.ts')).commonGen,
  tgcsr: async () => (await import('./tgcsr/benchmark.ts')).tgcsr,
  'tgcsr-generative': async () => (await import('./tgcsr/generative/benchmark.ts')).tgcsrGenerative,
};

export const BENCHMARK_NAMES: readonly string[] = Object.keys(BUILT_IN);

/** The ways to name a benchmark, for help and messages. */
export const BENCHMARK_SPECS = `${BENCHMARK_NAMES.join(', ')}, or the path of a .js module`;

/** A module is code and is run here: its path must come from the user, never from a file. */
export async function loadBenchmark(spec: string): Promise<Benchmark> {
  if (Object.hasOwn(BUILT_IN, spec)) return BUILT_IN[spec]();
  if (isModule(spec)) return (await import('./load-module.ts')).loadModule(spec);
  throw new InputError(`there is no benchmark "${spec}"`, { expected: BENCHMARK_SPECS });
}
