/** Competence of annotators and the most likely labels (Dawid and Skene 1979), by expectation-maximization over confusion matrices. */
import type { Decision, Task } from '@sensebench/metrics/internal/core';
import { labelTable, majorityOf } from './agreement/agreement-of.ts';

export interface GivenLabel {
  item: string;
  annotator: string;
  label: string;
}

export interface DawidSkene {
  labels: string[];
  /** By item, the probability of each label. */
  probabilities: Map<string, number[]>;
  priors: number[];
  /** By annotator, `confusion[given][true]`: how often a label is given when another is true. */
  confusion: Map<string, number[][]>;
  /** By annotator, how often the true label is given: the diagonal, weighted by the frequency of each label. */
  competence: Map<string, number>;
}

const TINY = 1e-10;
const MOST_ROUNDS = 1000;

/** Starts with the shares of the votes. Stops when no probability changes by more than `exact`. */
export function dawidSkene(
  given: readonly GivenLabel[],
  { exact = 1e-9, rounds = MOST_ROUNDS }: { exact?: number; rounds?: number } = {},
): DawidSkene {
  const labels = [...new Set(given.map(({ label }) => label))].sort();
  const items = [...new Set(given.map(({ item }) => item))];
  const annotators = [...new Set(given.map(({ annotator }) => annotator))].sort();
  const [itemAt, annotatorAt, labelAt] = [items, annotators, labels].map((names) => new Map(names.map((name, i) => [name, i])));
  const votes = given.map(({ item, annotator, label }) => ({
    item: itemAt.get(item) ?? 0,
    annotator: annotatorAt.get(annotator) ?? 0,
    label: labelAt.get(label) ?? 0,
  }));
  let probabilities = items.map(() => labels.map(() => 0));
  for (const { item, label } of votes) probabilities[item][label]++;
  probabilities = probabilities.map(normalized);
  let [priors, confusion] = [priorsOf(probabilities), confusionsOf(probabilities)];
  for (let round = 0; round < rounds; round++) {
    const next = expected();
    const moved = next.reduce(
      (most, own, i) => own.reduce((more, value, k) => Math.max(more, Math.abs(value - probabilities[i][k])), most),
      0,
    );
    [probabilities, priors, confusion] = [next, priorsOf(next), confusionsOf(next)];
    if (moved < exact) break;
  }
  return {
    labels,
    probabilities: new Map(items.map((item, i) => [item, probabilities[i]])),
    priors,
    confusion: new Map(annotators.map((annotator, a) => [annotator, confusion[a]])),
    competence: new Map(
      annotators.map((annotator, a) => [annotator, priors.reduce((sum, prior, k) => sum + prior * confusion[a][k][k], 0)]),
    ),
  };

  function priorsOf(given: readonly (readonly number[])[]): number[] {
    return labels.map((_, k) => Math.max(TINY, given.reduce((sum, own) => sum + own[k], 0) / given.length));
  }

  function confusionsOf(given: readonly (readonly number[])[]): number[][][] {
    const counts = annotators.map(() => labels.map(() => labels.map(() => 0)));
    for (const { item, annotator, label } of votes) for (let k = 0; k < labels.length; k++) counts[annotator][label][k] += given[item][k];
    return counts.map((own) => {
      const floored = own.map((row) => row.map((value) => Math.max(TINY, value)));
      const sums = labels.map((_, k) => floored.reduce((sum, row) => sum + row[k], 0));
      return floored.map((row) => row.map((value, k) => value / sums[k]));
    });
  }

  function expected(): number[][] {
    const logs = items.map(() => priors.map(Math.log));
    for (const { item, annotator, label } of votes)
      for (let k = 0; k < labels.length; k++) logs[item][k] += Math.log(confusion[annotator][label][k]);
    return logs.map((own) => {
      const most = Math.max(...own);
      return normalized(own.map((value) => Math.exp(value - most)));
    });
  }
}

function normalized(values: readonly number[]): number[] {
  const sum = values.reduce((total, value) => total + value, 0);
  return values.map((value) => value / sum);
}

export type FieldCompetence = {
  /** By annotator: competence, and the share of answers that agree with the majority. */
  annotators: Record<string, { competence: number; withMajority: number | null; answers: number }>;
  /** By item: the most likely label with its probability, and the majority label, null without a majority. */
  items: Record<string, { label: string; probability: number; majority: string | null }>;
};

/**
 * Competence of the annotators of any task, by Dawid and Skene's model of each field. At least one item must have two labels:
 * fields without such an item are left out.
 */
export function competenceOf<Value>(
  task: Pick<Task<never, Value>, 'value' | 'labels'>,
  decisions: readonly Decision<Value>[],
): Record<string, FieldCompetence> {
  const table = labelTable(
    task,
    decisions.filter(({ final }) => !final),
  );
  return Object.fromEntries(
    [...table].flatMap(([field, items]) => {
      if (![...items.values()].some((said) => said.size > 1)) return [];
      const given = [...items].flatMap(([item, said]) =>
        [...said].map(([annotator, label]) => ({ item, annotator, label: String(label) })),
      );
      const { labels, probabilities, competence } = dawidSkene(given);
      const majorities = new Map([...items].map(([item, said]) => [item, majorityOf([...said.values()].map(String))]));
      const likeliest = [...probabilities].map(([item, own]) => {
        const best = own.indexOf(Math.max(...own));
        return [item, { label: labels[best], probability: own[best], majority: majorities.get(item) ?? null }];
      });
      const annotators = [...competence].map(([annotator, value]) => {
        const own = given.filter((one) => one.annotator === annotator);
        const decided = own.filter(({ item }) => majorities.get(item) != null);
        const same = decided.filter(({ item, label }) => majorities.get(item) === label).length;
        return [annotator, { competence: value, withMajority: decided.length > 0 ? same / decided.length : null, answers: own.length }];
      });
      return [[field, { annotators: Object.fromEntries(annotators), items: Object.fromEntries(likeliest) }]];
    }),
  );
}
