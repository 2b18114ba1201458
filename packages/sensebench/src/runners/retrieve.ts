/** The reference of the nearest training item, by the cosine of input embeddings: the baseline of memory alone. */

import {
  type Benchmark,
  defineRunner,
  type Embedder,
  InputError,
  type Item,
  type Runner,
  type RunnerContext,
} from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { sha256 } from '../files/index.ts';
import { demandEmbedder } from './demand.ts';

export interface RetrieveRunnerOptions {
  pool: readonly Item[];
  embedder: Embedder;
  /** The input of an item as text. */
  describe(item: Item): string;
}

export async function createRetrieveRunner({ pool, embedder, describe }: RetrieveRunnerOptions): Promise<Runner> {
  const usable = pool.filter(({ references }) => references.length > 0);
  if (usable.length === 0) throw new InputError('the retrieve baseline needs training items with references; give them with --train');
  const texts = usable.map(describe);
  const nearest = await createNearest({ texts, embedder });
  return {
    id: `retrieve:${embedder.id}`,
    depends: { train: sha256(JSON.stringify(usable.map(({ references }, i) => [texts[i], references[0]]))) },
    withoutPrompt: true,
    async predict({ item }) {
      const [place] = await nearest(describe(item), 1);
      return { text: usable[place].references[0] };
    },
  };
}

/** Indexes of the texts nearest to a query, nearest first, and earlier first among equals. */
export async function createNearest({
  texts,
  embedder,
}: {
  texts: readonly string[];
  embedder: Embedder;
}): Promise<(query: string, count: number) => Promise<number[]>> {
  const vectors = await embedder.embed(texts);
  const { dimensions } = embedder;
  return async (query, count) => {
    const vector = await embedder.embed([query]);
    const scores = texts.map((_, i) => {
      let dot = 0;
      for (let d = 0; d < dimensions; d++) dot += vector[d] * vectors[i * dimensions + d];
      return dot;
    });
    return scores
      .map((_, i) => i)
      .sort((a, b) => scores[b] - scores[a] || a - b)
      .slice(0, count);
  };
}

export const retrieve = defineRunner({
  name: 'retrieve',
  summary: 'the reference of the nearest training item, by sentence embeddings',
  options: z.object({}),
  examples: ['retrieve'],
  create: async (_, { benchmark, pool, tools }) =>
    createRetrieveRunner({ pool, embedder: await demandEmbedder(tools), describe: describeItem(benchmark) }),
});

/** The training texts nearest to an item, for retrieval-augmented prompts. */
export async function createRetriever(
  benchmark: Benchmark,
  { pool, count, tools }: { pool: readonly Item[]; count: number; tools: RunnerContext['tools'] },
): Promise<(item: Item) => Promise<readonly string[]>> {
  if (pool.length === 0) throw new InputError('retrieve takes texts from training items; give them with --train');
  const describe = describeItem(benchmark);
  const nearest = await createNearest({ texts: pool.map(describe), embedder: await demandEmbedder(tools) });
  return async (item) => (await nearest(describe(item), count)).flatMap((place) => pool[place].references.slice(0, 1));
}

/** The input as one text, for comparing inputs. */
function describeItem(benchmark?: Benchmark): (item: Item) => string {
  const { keywords } = benchmark ?? {};
  return keywords
    ? (item) => keywords(item).join(' ')
    : (item) => (typeof item.input === 'string' ? item.input : JSON.stringify(item.input));
}
