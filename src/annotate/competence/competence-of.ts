/** Competence of the annotators of any task beside the majority: Dawid and Skene's model of each field that has few labels. */
import type { Decision, Task } from '../../core/index.ts';
import { labelTable } from '../agreement/agreement-of.ts';
import { majorityOf } from '../agreement/majority.ts';
import { dawidSkene } from './dawid-skene.ts';

export type FieldCompetence = {
  /** By annotator: how often the likeliest label is given, and the share of answers that are the majority's. */
  annotators: Record<string, { competence: number; withMajority: number | null; answers: number }>;
  /** By item: the likeliest label with its probability, and the majority's, null where there is none. */
  items: Record<string, { label: string; probability: number; majority: string | null }>;
};

/** Two labels on an item are the least from which anything follows: fields that nobody shares are left out. */
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
