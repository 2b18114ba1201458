/** The benchmark that a folder was made with. Data never runs code: a module is loaded only when the user names it. */
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type ActionContext, type Benchmark, InputError, isModule } from '@sensebench/metrics/internal/core';
import { BENCHMARK_NAMES } from '../benchmarks/index.ts';
import { hashFile, isFolder, missingFile, readDatasetManifest } from '../files/index.ts';

export interface RecordedBenchmark {
  folder: string;
  name: string;
  /** The module's path relative to the folder, and its hash; only for a user's own benchmark. */
  module?: { path: string; sha256?: string };
}

/** `given` is what the user named with --benchmark. */
export async function findBenchmark(
  { folder, name, module }: RecordedBenchmark,
  given: string | undefined,
  context: Pick<ActionContext, 'benchmark' | 'warn'>,
): Promise<Benchmark> {
  if (given === undefined) {
    if (!module && BENCHMARK_NAMES.includes(name)) return context.benchmark(name);
    throw new InputError(describeMissing(name, module && { ...module, path: relative('.', resolve(folder, module.path)) }), {
      file: folder,
    });
  }
  const benchmark = await context.benchmark(given);
  if (benchmark.name !== name) context.warn(`${folder} is of the benchmark ${quote(name)}; ${given} is "${benchmark.name}"`);
  if (module?.sha256 && isModule(given) && (await hashFile(given)) !== module.sha256)
    context.warn(`${given} is not the module as it was when ${folder} was made (sha256 ${module.sha256.slice(0, 12)}…)`);
  return benchmark;
}

/** The benchmark of a dataset folder, or of a file whose benchmark the user names. */
export async function benchmarkOfDataset(
  dataset: string,
  given: string | undefined,
  context: Pick<ActionContext, 'benchmark' | 'warn'>,
): Promise<Benchmark> {
  if (isFolder(dataset) && existsSync(join(dataset, 'dataset.json'))) {
    const { benchmark: name, module } = await readDatasetManifest(dataset);
    return findBenchmark({ folder: dataset, name, module }, given, context);
  }
  if (given !== undefined) return context.benchmark(given);
  if (!existsSync(dataset)) throw missingFile(dataset);
  throw new InputError('does not say of which benchmark it is; name it with --benchmark', {
    file: dataset,
    expected: `${BENCHMARK_NAMES.join(', ')} or a module of your own`,
  });
}

/** The module that a command line uses, for the folder that it makes; undefined for a built-in benchmark. */
export async function moduleOf(spec: string): Promise<{ path: string; sha256: string } | undefined> {
  return isModule(spec) ? { path: spec, sha256: await hashFile(spec) } : undefined;
}

function describeMissing(name: string, module: RecordedBenchmark['module']): string {
  if (!module) return `is of the benchmark ${quote(name)}, which is not built in; name its module with --benchmark`;
  const hash = module.sha256 ? ` (sha256 ${module.sha256.slice(0, 12)}…)` : '';
  return `is of the benchmark ${quote(name)} in ${quote(module.path)}${hash}; a module is only loaded when you name it: --benchmark ${quote(module.path)}`;
}

/** Text out of a file, so that no control character reaches the terminal. */
function quote(text: string): string {
  return JSON.stringify(text);
}
