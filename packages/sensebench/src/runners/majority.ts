/** The most frequent label of the training items, for every item: the baseline that does not read the question. */

import { type Benchmark, defineRunner, InputError, type Item, type Runner } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { sha256 } from '../files/index.ts';
import { demandBenchmark } from './demand.ts';

export interface MajorityRunnerOptions {
  benchmark: Pick<Benchmark, 'name' | 'choices'>;
  /** Training items with their labels. */
  pool: readonly Item[];
}

/** Of equally frequent labels, takes the first in alphabetical order. */
export function createMajorityRunner({ benchmark, pool }: MajorityRunnerOptions): Runner {
  if (!benchmark.choices) throw new InputError(`the model "majority" needs a benchmark with choices; ${benchmark.name} has none`);
  const counts = new Map<string, number>();
  for (const [label] of pool.map(({ references }) => references)) if (label !== undefined) counts.set(label, (counts.get(label) ?? 0) + 1);
  const [most] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  if (!most) throw new InputError('the model "majority" counts the labels of training items; give them with --train');
  const [prediction] = most;
  return {
    id: `majority:${prediction}`,
    depends: { train: sha256(JSON.stringify([...counts].sort())) },
    withoutPrompt: true,
    predict: async () => ({ text: prediction, prediction }),
  };
}

export const majority = defineRunner({
  name: 'majority',
  summary: 'the most frequent label of the training items',
  options: z.object({}),
  examples: ['majority'],
  create: ({ spec }, { benchmark, pool }) => createMajorityRunner({ benchmark: demandBenchmark(benchmark, spec), pool }),
});
