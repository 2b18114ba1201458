/** People as a runner: answers with what a person answered. */
import type { Item, Runner } from '../core/index.ts';

export interface HumanRunnerOptions {
  answerOf(item: Item): string;
  /** The file that the answers come from, where there is one. */
  file?: string;
}

export function createHumanRunner({ answerOf, file }: HumanRunnerOptions): Runner {
  return {
    id: file ? `human:${file}` : 'human',
    withoutPrompt: true,
    async predict({ item }) {
      return { text: answerOf(item) };
    },
  };
}
