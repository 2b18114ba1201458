/** The floor of every constrained task: the words that were asked for, and nothing else. COVERAGE is full, everything else is not. */
import type { Item, Runner } from '../core/index.ts';

export function createKeywordsRunner({ keywords }: { keywords(item: Item): readonly string[] }): Runner {
  return {
    id: 'keywords',
    withoutPrompt: true,
    async predict({ item }) {
      return { text: `${keywords(item).join(' ')}.` };
    },
  };
}
