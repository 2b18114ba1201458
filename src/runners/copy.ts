/** Copies one reference of each item, which is then scored against the others: what a metric gives to a text that a person wrote. */
import type { Item, Runner } from '../core/index.ts';

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
