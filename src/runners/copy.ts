/** Copies one reference of each item, which is then scored against the others: what a metric gives to a text that a person wrote. */
import { z } from 'zod';
import { humanAnswerOf, withCopiedReference } from '../annotate/index.ts';
import { defineRunner, type Item, type Runner } from '../core/index.ts';

/** `answerOf` gives the reference that was taken out of the item. */
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
  summary: 'one reference of each item, drawn by seed and scored against the others: what a text by a person scores',
  options: z.object({}),
  examples: ['copy'],
  answers: async (items, { seed }) => withCopiedReference(items, seed),
  create: () => createCopyRunner({ answerOf: humanAnswerOf }),
});
