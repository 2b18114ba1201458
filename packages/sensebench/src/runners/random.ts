/** The chance level: a choice drawn by seed, or the benchmark's own guess. */

import {
  type Benchmark,
  createRandom,
  defineRunner,
  InputError,
  type Item,
  labelChoices,
  type Runner,
} from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { demandBenchmark } from './demand.ts';

export function createRandomRunner({ benchmark }: { benchmark: Pick<Benchmark, 'name' | 'choices' | 'guess'> }): Runner {
  const { guess, choices } = benchmark;
  if (!guess && !choices)
    throw new InputError(`the model "random" needs a benchmark with choices or a guess; ${benchmark.name} has neither`);
  return {
    id: 'random',
    withoutPrompt: true,
    async predict({ item, seed }) {
      const random = createRandom(`${seed}/random/${item.id}`);
      const prediction = guess ? guess(item, random) : random.choice(labelsOf(item)).label;
      return { text: prediction, prediction };
    },
  };

  function labelsOf(item: Item) {
    const labelled = labelChoices(choices?.(item) ?? []);
    if (labelled.length === 0) throw new InputError(`item "${item.id}" has no choices`);
    return labelled;
  }
}

export const random = defineRunner({
  name: 'random',
  summary: "the chance level: a choice drawn by seed, or the benchmark's own guess",
  options: z.object({}),
  examples: ['random'],
  create: ({ spec }, { benchmark }) => createRandomRunner({ benchmark: demandBenchmark(benchmark, spec) }),
});
