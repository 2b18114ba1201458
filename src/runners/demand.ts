/** What runners need of the benchmark that they answer. */
import { type Benchmark, type Embedder, InputError, type Item, type RunnerContext, SetupError } from '../core/index.ts';

export function demandBenchmark(benchmark: Benchmark | undefined, spec: string): Benchmark {
  if (!benchmark) throw new InputError(`the model "${spec}" needs a benchmark`);
  return benchmark;
}

export function demandKeywords(benchmark: Benchmark | undefined, spec: string): (item: Item) => readonly string[] {
  const { keywords } = benchmark ?? {};
  if (!keywords)
    throw new InputError(`the model "${spec}" needs a benchmark with keywords${benchmark ? `; ${benchmark.name} has none` : ''}`);
  return (item) => keywords(item);
}

export async function demandEmbedder(tools: RunnerContext['tools']): Promise<Embedder> {
  const { embedder } = await tools({ embedder: true });
  if (!embedder) throw new SetupError('this needs sentence embeddings, and none could be loaded');
  return embedder;
}
