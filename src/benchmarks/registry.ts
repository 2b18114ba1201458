/** The benchmarks by name; a path to a .js module is a user's own. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Benchmark, InputError } from '../core/index.ts';

const BUILT_IN: Readonly<Record<string, () => Promise<Benchmark>>> = {
  situatedgen: async () => (await import('./situatedgen/benchmark.ts')).situatedGen,
  commongen: async () => (await import('./commongen/benchmark.ts')).commonGen,
  tgcsr: async () => (await import('./tgcsr/benchmark.ts')).tgcsr,
  'tgcsr-generative': async () => (await import('./tgcsr/generative/benchmark.ts')).tgcsrGenerative,
};

export const BENCHMARK_NAMES: readonly string[] = Object.keys(BUILT_IN);

export async function loadBenchmark(spec: string): Promise<Benchmark> {
  if (Object.hasOwn(BUILT_IN, spec)) return BUILT_IN[spec]();
  if (/\.(js|mjs)$/.test(spec)) return loadModule(spec);
  throw new InputError(`there is no benchmark "${spec}"`, { expected: `${BENCHMARK_NAMES.join(', ')}, or the path of a .js module` });
}

async function loadModule(path: string): Promise<Benchmark> {
  if (!existsSync(path)) throw new InputError('no such file', { file: path });
  const module = (await import(pathToFileURL(resolve(path)).href)) as Record<string, unknown>;
  const benchmark = module.benchmark ?? module.default;
  if (!isBenchmark(benchmark)) {
    throw new InputError('exports no benchmark', { file: path, expected: '`export const benchmark = defineBenchmark({ … })`' });
  }
  return benchmark;
}

const NEEDED = ['name', 'title', 'item', 'read', 'prompts', 'parse', 'metrics', 'breakdowns', 'published'] as const;

function isBenchmark(value: unknown): value is Benchmark {
  return typeof value === 'object' && value !== null && NEEDED.every((field) => field in value);
}
