/** The review task (Santos et al. 2022, section 7.1): is a generated answer that matches none of the answer set a good fit? */

import { createRandom, type Decision, type Task } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import type { QuestionItem } from '../question-item.ts';

export type ReviewValue = 'yes' | 'no';

interface ShownAnswer {
  theme: string;
  question: string;
  generated: string;
}

export const reviewTask: Task<ShownAnswer, ReviewValue, QuestionItem> = {
  name: 'tgcsr/review',
  title: 'Does the answer fit the question?',
  summary: 'whether a generated answer that matches none of the answer set is a good fit',
  guideline: 'Read the context and the theme first. Say whether the answer is a good fit for the question: yes or no.',
  people: 3,
  value: z.enum(['yes', 'no']),
  /** The questions with the answers of one run. */
  list({ items, seed, count, runs = [] }) {
    const answered = items.flatMap(({ id, input }) => {
      const generated = runs[0]?.outputs.get(id);
      return generated === undefined ? [] : [{ id, shown: { ...input, generated } }];
    });
    return count === undefined ? answered : createRandom(`${seed}/review`).sample(answered, count);
  },
  async aggregate({ decisions }) {
    const said = [...reviewMajorities(decisions).values()];
    const json = { reviewed: said.length, yes: said.filter(Boolean).length, no: said.filter((yes) => !yes).length };
    const columns = Object.keys(json).map((key) => ({ key, label: key, align: 'right' as const }));
    return { json, tables: [{ caption: 'Generated answers by majority decision', columns, rows: [json] }] };
  },
};

/** By item: whether most people say yes. A tie is a no, as everywhere in this benchmark. */
export function reviewMajorities(decisions: readonly Decision<ReviewValue>[]): Map<string, boolean> {
  const votes = new Map<string, boolean[]>();
  for (const { item, value } of decisions) votes.set(item, [...(votes.get(item) ?? []), value === 'yes']);
  return new Map([...votes].map(([item, given]) => [item, given.filter(Boolean).length * 2 > given.length]));
}
