/** Adjudication: the items on which annotators disagree, with the different answers but without names. */
import type { Decision, Task, TaskItem } from '@sensebench/metrics/internal/core';
import { groupByItem, labelTable } from './agreement/agreement-of.ts';
import { labelsOf } from './form/value-node.ts';

export interface Dispute<Shown, Value> {
  item: TaskItem<Shown>;
  /** Fields with different labels. */
  fields: string[];
  /** The different answers, most frequent first, without the names of their annotators. */
  answers: { value: Value; count: number }[];
  /** The final decision, if there is one. */
  settled?: Value;
}

/**
 * Answers differ if their comparable labels do. Texts cannot be compared, so a task with only texts has no disputes.
 * The most evenly split disputes come first.
 */
export function disputes<Shown, Value>(
  task: Pick<Task<Shown, Value>, 'value' | 'labels'>,
  items: readonly TaskItem<Shown>[],
  decisions: readonly Decision<Value>[],
): Dispute<Shown, Value>[] {
  const byItem = groupByItem(decisions);
  const found = items.flatMap((item) => {
    const all = byItem.get(item.id) ?? [];
    const independent = all.filter(({ final }) => !final);
    const fields = [...labelTable(task, independent)].flatMap(([field, said]) => {
      const labels = new Set(said.get(item.id)?.values());
      return labels.size > 1 ? [field] : [];
    });
    if (fields.length === 0) return [];
    const settled = all.filter(({ final }) => final).at(-1);
    return [{ item, fields, answers: differentAnswers(task, independent), ...(settled ? { settled: settled.value } : {}) }];
  });
  return found.sort((a, b) => shareOfFirst(a.answers) - shareOfFirst(b.answers));
}

function differentAnswers<Value>(
  task: Pick<Task<never, Value>, 'value' | 'labels'>,
  decisions: readonly Decision<Value>[],
): { value: Value; count: number }[] {
  const answers = new Map<string, { value: Value; count: number }>();
  for (const { value } of decisions) {
    const key = JSON.stringify(Object.entries(labelsOf(task, value)).sort(([a], [b]) => (a < b ? -1 : 1)));
    const known = answers.get(key);
    if (known) known.count++;
    else answers.set(key, { value, count: 1 });
  }
  // Ties are in order of the labels: the order of the annotators would reveal who answered what.
  return [...answers].sort(([a, one], [b, two]) => two.count - one.count || (a < b ? -1 : 1)).map(([, answer]) => answer);
}

function shareOfFirst(answers: readonly { count: number }[]): number {
  return answers[0].count / answers.reduce((sum, { count }) => sum + count, 0);
}
