/** Copies one reference of each item, which is then scored against the others: the score that a metric gives to human text. */

import { defineRunner, type Item, type Runner } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { humanAnswerOf, withCopiedReference } from '../annotate/index.ts';

/** `answerOf` returns the reference that was removed from the item. */
export function createCopyRunner({ answerOf }: { answerOf(item: Item): string }): Runner {
  return {
    id: 'copy',
    withoutPrompt: true,
    async predict({ item }) {
      const prediction = answerOf(item);
      return { text: prediction, prediction };
    },
  };
}

export const copy = defineRunner({
  name: 'copy',
  summary: 'one reference of each item, drawn by seed and scored against the others: the score of human text',
  options: z.object({}),
  examples: ['copy'],
  answers: async (items, { seed }) => withCopiedReference(items, seed),
  create: () => createCopyRunner({ answerOf: humanAnswerOf }),
});
