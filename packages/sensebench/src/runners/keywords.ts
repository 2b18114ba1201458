/** The lower bound of constrained tasks: the required words and nothing else, with full COVERAGE and no fluency. */

import { defineRunner, type Item, type Runner } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { demandKeywords } from './demand.ts';

export function createKeywordsRunner({ keywords }: { keywords(item: Item): readonly string[] }): Runner {
  return {
    id: 'keywords',
    withoutPrompt: true,
    async predict({ item }) {
      return { text: `${keywords(item).join(' ')}.` };
    },
  };
}

export const keywords = defineRunner({
  name: 'keywords',
  summary: 'the keywords of the item and nothing else',
  options: z.object({}),
  examples: ['keywords'],
  create: ({ spec }, { benchmark }) => createKeywordsRunner({ keywords: demandKeywords(benchmark, `the model "${spec}"`) }),
});
