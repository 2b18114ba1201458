/** Quality signals of annotators, computed from all answers: a dominant answer, and texts copied from others or repeated. */

import { competenceOf, labelsOf } from 'sensebench/internal/annotate';
import type { Decision } from 'sensebench/internal/core';
import { z } from 'zod';
import type { OpenStudy } from '../studies/open-study.ts';

/** A warning says what is unusual. */
export const signalSchema = z.object({ name: z.string(), value: z.string(), warning: z.string().optional() });
export type Signal = z.infer<typeof signalSchema>;

export interface PeopleSignals {
  signals: Map<string, Signal[]>;
  /** Estimated by the model of Dawid and Skene; empty for tasks whose values cannot be compared. */
  competence: Map<string, number>;
}

const LEAST = 10;
const ONE_ANSWER = 0.95;

export function peopleSignals({ task }: Pick<OpenStudy, 'task'>, decisions: readonly Decision[]): PeopleSignals {
  const answers = decisions.filter(({ final }) => !final);
  const signals = new Map<string, Signal[]>();
  const byPerson = new Map<string, Decision[]>();
  for (const decision of answers) byPerson.set(decision.annotator, [...(byPerson.get(decision.annotator) ?? []), decision]);
  const firstOf = firstWriters(answers);
  for (const [annotator, ownAnswers] of byPerson) {
    const list: Signal[] = [];
    const commonest = mostFrequent(ownAnswers.map(({ value }) => JSON.stringify(labelsOf(task, value))).filter((label) => label !== '{}'));
    if (commonest && ownAnswers.length >= LEAST) {
      const share = commonest.count / ownAnswers.length;
      list.push({
        name: 'same answer',
        value: `${(100 * share).toFixed(0)}%`,
        ...(share >= ONE_ANSWER ? { warning: 'nearly always the same answer' } : {}),
      });
    }
    const texts = ownAnswers.flatMap(({ value }) => textsOf(value));
    if (texts.length > 0) {
      const copied = texts.filter((text) => firstOf.get(normal(text)) !== annotator).length;
      const repeated = texts.length - new Set(texts.map(normal)).size;
      const words = texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0) / texts.length;
      list.push({ name: 'words in a text', value: words.toFixed(1) });
      if (copied > 0) list.push({ name: 'copied from others', value: String(copied), warning: 'somebody else wrote the same' });
      if (repeated > 0) list.push({ name: 'repeated', value: String(repeated), warning: 'the same text for several items' });
    }
    signals.set(annotator, list);
  }
  return { signals, competence: meanCompetence({ task }, answers) };
}

/** The mean over the fields of the value, weighted by the number of answers. */
function meanCompetence({ task }: Pick<OpenStudy, 'task'>, decisions: readonly Decision[]): Map<string, number> {
  const sums = new Map<string, { sum: number; answers: number }>();
  for (const { annotators } of Object.values(competenceOf(task, decisions))) {
    for (const [annotator, { competence, answers }] of Object.entries(annotators)) {
      const total = sums.get(annotator) ?? { sum: 0, answers: 0 };
      sums.set(annotator, { sum: total.sum + competence * answers, answers: total.answers + answers });
    }
  }
  return new Map([...sums].map(([annotator, { sum, answers }]) => [annotator, sum / answers]));
}

/** The first author of each text. Short texts are ignored, because they coincide by chance. */
function firstWriters(decisions: readonly Decision[]): Map<string, string> {
  const first = new Map<string, string>();
  for (const { annotator, value } of decisions)
    for (const text of textsOf(value)) if (!first.has(normal(text))) first.set(normal(text), annotator);
  return first;
}

const FEWEST_WORDS = 4;

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.trim().split(/\s+/).length >= FEWEST_WORDS ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

function normal(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function mostFrequent(labels: readonly string[]): { label: string; count: number } | null {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  return best ? { label: best[0], count: best[1] } : null;
}
