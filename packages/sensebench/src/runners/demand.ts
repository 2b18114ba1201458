/** Requirements of runners: a benchmark, its keywords, sentence embeddings. Throws where one is missing. */
import { type Benchmark, type Embedder, InputError, type Item, type RunnerContext, SetupError } from '@sensebench/metrics/internal/core';

export function demandBenchmark(benchmark: Benchmark | undefined, spec: string): Benchmark {
  if (!benchmark) throw new InputError(`the model "${spec}" needs a benchmark`);
  return benchmark;
}

/** `user` is the part of the command line that needs the keywords, for the message. */
export function demandKeywords(benchmark: Benchmark | undefined, user: string): (item: Item) => readonly string[] {
  const { keywords } = benchmark ?? {};
  if (!keywords) throw new InputError(`${user} needs a benchmark with keywords${benchmark ? `; ${benchmark.name} has none` : ''}`);
  return (item) => keywords(item);
}

export async function demandEmbedder(tools: RunnerContext['tools']): Promise<Embedder> {
  const { embedder } = await tools({ embedder: true });
  if (!embedder) throw new SetupError('this needs sentence embeddings, and none could be loaded');
  return embedder;
}
