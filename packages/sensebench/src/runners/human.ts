/** People as a runner: repeats the answers of people. */

import { basename } from 'node:path';
import { defineRunner, type Item, type Runner } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { humanAnswerOf, withHumanAnswers } from '../annotate/index.ts';
import { hashFile } from '../files/index.ts';

export interface HumanRunnerOptions {
  answerOf(item: Item): string;
  /** The file with the answers, if there is one. */
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

export const human = defineRunner({
  name: 'human',
  summary: "people: each reference against the others, or a file of people's decisions",
  target: { grammar: 'FILE', optional: true, path: true },
  options: z.object({}),
  examples: ['human', 'human:decisions.jsonl'],
  answers: (items, { benchmark, path, ...reading }) => withHumanAnswers(benchmark, items, path, reading),
  create: async ({ target }) =>
    createHumanRunner({ answerOf: humanAnswerOf, file: target && `${basename(target)}#${(await hashFile(target)).slice(0, 8)}` }),
});
