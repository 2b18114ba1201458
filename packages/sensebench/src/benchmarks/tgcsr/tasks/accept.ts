/** The acceptance task (Santos et al. 2022, section 7.1): does an answer that a model proposed become part of the answer set? */

import { createRandom, type Decision, type Task } from '@sensebench/metrics/internal/core';
import { fleissKappa } from '@sensebench/metrics/internal/metrics';
import { z } from 'zod';
import type { AcceptedAnswer, ProposalItem } from '../coauthor/proposal.ts';

const VALUES = ['correct', 'incorrect', 'refuse'] as const;
export type AcceptValue = (typeof VALUES)[number];

export const acceptTask: Task<ProposalItem['input'], AcceptValue, ProposalItem> = {
  name: 'tgcsr/accept',
  title: 'Should the answer be accepted?',
  summary: 'whether an answer that a model proposed joins the answer set, as a correct or an incorrect one',
  guideline: `Read the theme and the question first. Then say of the answer:
correct: it fits the question, and it belongs in the answer set.
incorrect: it does not fit, but somebody could believe that it does; it belongs in the answer set as a wrong answer.
refuse: it is nonsense, unclear, a matter of taste, or of another kind than the question asks for.`,
  people: 2,
  value: z.enum(VALUES),
  /** The model is not named, so that answers are judged by themselves. */
  list({ items, seed, count }) {
    const chosen = count === undefined ? items : createRandom(`${seed}/accept`).sample(items, count);
    return chosen.map(({ id, input, meta }) => ({ id, group: meta.questionID, shown: { ...input } }));
  },
  async aggregate({ decisions }) {
    const outcomes = acceptMajorities(decisions);
    const marked = (correct: boolean) => [...outcomes.values()].filter((value) => value?.correct === correct).length;
    const refused = [...outcomes.values()].filter((value) => value === null).length;
    const json = {
      decided: outcomes.size,
      accepted: outcomes.size - refused,
      correct: marked(true),
      incorrect: marked(false),
      refused,
      kappa: agreement(decisions),
    };
    const columns = Object.keys(json).map((key) => ({ key, label: key === 'kappa' ? "Fleiss' κ" : key, align: 'right' as const }));
    return { json, tables: [{ caption: 'Proposed answers by majority decision', columns, rows: [json] }], rows: outcomes };
  },
};

/** By proposal: accepted where more people accept it than refuse it; null where it is refused. */
export function acceptMajorities(decisions: readonly Decision<AcceptValue>[]): Map<string, AcceptedAnswer | null> {
  const votes = new Map<string, AcceptValue[]>();
  for (const { item, value } of decisions) votes.set(item, [...(votes.get(item) ?? []), value]);
  return new Map(
    [...votes].map(([item, given]) => {
      const count = (value: AcceptValue) => given.filter((each) => each === value).length;
      const [correct, incorrect] = [count('correct'), count('incorrect')];
      if (correct + incorrect <= count('refuse')) return [item, null];
      return [item, correct === incorrect ? {} : { correct: correct > incorrect }];
    }),
  );
}

/** Fleiss' kappa of the three values; null where no proposal was decided by two people. */
function agreement(decisions: readonly Decision<AcceptValue>[]): number | null {
  const people = [...new Set(decisions.map(({ annotator }) => annotator))];
  const items = [...new Set(decisions.map(({ item }) => item))];
  const given = new Map(decisions.map(({ item, annotator, value }) => [`${annotator}\n${item}`, value]));
  return people.length < 2 ? null : fleissKappa(items.map((item) => people.map((person) => given.get(`${person}\n${item}`) ?? null)));
}
