/** Humans as a system: each reference against the others (CommonGen, section 5.1), or answers given in an annotation task. */
import { type Benchmark, createRandom, InputError, type Item } from '@sensebench/metrics/internal/core';
import { type ReadDecisionsOptions, readDecisions } from './read-decisions.ts';
import { tasksOf } from './tasks-of.ts';

/** The field of an item's meta with the human answer. */
const ANSWER = 'humanAnswer';

interface HumanAnswer {
  item: Item;
  answer: string;
}

/** Items for the runner `human`: one per answer, with the answer in its meta. `path` is a file of decisions. */
export async function withHumanAnswers(
  benchmark: Pick<Benchmark, 'name' | 'names' | 'tasks'>,
  items: readonly Item[],
  path?: string,
  reading: Pick<ReadDecisionsOptions, 'now' | 'datasets' | 'warn'> = {},
): Promise<Item[]> {
  const answers = path === undefined ? leaveReferencesOut(items) : await readAnswers(benchmark, items, path, reading);
  return answers.map(({ item, answer }) => ({ ...item, meta: { ...item.meta, [ANSWER]: answer } }));
}

/** Items for the runner `copy`: one reference of each, drawn by seed, is removed and becomes the answer. Items with a single reference are left out. */
export function withCopiedReference(items: readonly Item[], seed: number): Item[] {
  const several = items.filter(({ references }) => references.length > 1);
  if (several.length === 0)
    throw new InputError('--model copy takes one reference of each item and scores it against the others, but no item has two');
  return several.map((item) => {
    const taken = createRandom(`${seed}/copy/${item.id}`).below(item.references.length);
    return {
      ...item,
      references: item.references.filter((_, place) => place !== taken),
      meta: { ...item.meta, [ANSWER]: item.references[taken] },
    };
  });
}

export function humanAnswerOf(item: Item): string {
  const answer = item.meta[ANSWER];
  if (typeof answer !== 'string') throw new InputError(`item "${item.id}" has no answer by a person`);
  return answer;
}

function leaveReferencesOut(items: readonly Item[]): HumanAnswer[] {
  const several = items.filter(({ references }) => references.length > 1);
  if (several.length === 0)
    throw new InputError(
      "--model human scores each reference against the others, but no item has two; give a file of people's answers: human:FILE",
    );
  return several.flatMap((item) =>
    item.references.map((answer, place) => ({
      item: { ...item, id: `${item.id}/${place}`, references: item.references.filter((_, other) => other !== place) },
      answer,
    })),
  );
}

async function readAnswers(
  benchmark: Pick<Benchmark, 'name' | 'names' | 'tasks'>,
  items: readonly Item[],
  path: string,
  reading: Pick<ReadDecisionsOptions, 'now' | 'datasets' | 'warn'>,
): Promise<HumanAnswer[]> {
  const tasks = tasksOf(benchmark);
  const answering = tasks.filter((task) => task.answers);
  for (const task of answering) {
    const listed = task.list({ items, seed: 0, count: items.length });
    // Decisions on other items are passed on too, because they also show the scale of the ratings.
    const { current, elsewhere } = await readDecisions([path], task, { ...reading, items: listed, tasks });
    const answers = task.answers?.([...current, ...elsewhere], items) ?? [];
    if (answers.length > 0) return answers;
  }
  throw new InputError('contains no answers to these items', {
    file: path,
    expected: `decisions of the task ${answering.map(({ name }) => name).join(' or ')}`,
  });
}
