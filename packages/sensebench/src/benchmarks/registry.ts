/** The benchmarks by name; the path of a .js or .mjs module is a user's own. To add a benchmark, add a line. */
import { type Benchmark, InputError, type Item, isModule, type ReadOptions, unknownName } from '@sensebench/metrics/internal/core';

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
  if (Object.hasOwn(BUILT_IN, spec)) {
    const benchmark = await BUILT_IN[spec]();
    return { ...benchmark, read: (path, options) => readOwn(benchmark, path, options) };
  }
  if (isModule(spec)) return (await import('./load-module.ts')).loadModule(spec);
  throw unknownName('benchmark', spec, BENCHMARK_NAMES, { expected: BENCHMARK_SPECS });
}

/** The items of a file. A file that does not fit from its first row on may be another benchmark's: then the error says which. */
async function* readOwn(benchmark: Benchmark, path: string, options: ReadOptions): AsyncGenerator<Item> {
  let read = 0;
  try {
    for await (const item of benchmark.read(path, options)) {
      read++;
      yield item;
    }
  } catch (error) {
    if (!(error instanceof InputError) || read > 0 || path === '-') throw error;
    const other = await benchmarkOf(path, { split: options.split }, benchmark.name);
    if (!other) throw error;
    throw new InputError(`looks like a ${other.title} file, not a ${benchmark.title} file; use the benchmark "${other.name}"`, {
      file: path,
    });
  }
}

/** The benchmark whose reader takes the first row of a file. */
async function benchmarkOf(path: string, options: { split?: string }, not: string): Promise<Benchmark | undefined> {
  for (const name of BENCHMARK_NAMES) {
    if (name === not) continue;
    const benchmark = await BUILT_IN[name]();
    try {
      for await (const _ of benchmark.read(path, options)) return benchmark;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
    }
  }
  return undefined;
}
