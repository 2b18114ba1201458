/** All annotation tasks of a benchmark: its own, and those of every benchmark. */

import { type Benchmark, createRandom, describeInput, type Task } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { compareTask } from './compare-systems.ts';
import { criteriaTask, namedItems } from './criteria.ts';

export function tasksOf(benchmark: Pick<Benchmark, 'name' | 'names' | 'tasks' | 'choices'>): readonly Task[] {
  const own = benchmark.tasks ?? [];
  const answering = own.some((task) => task.answers) ? [] : [answerTask(benchmark)];
  return [...own, ...answering, compareTask(benchmark), criteriaTask(benchmark)];
}

/** The task `<benchmark>/answer`, for benchmarks without a task of their own in which annotators answer items. */
export function answerTask(benchmark: Pick<Benchmark, 'name' | 'names'>): Task<{ given: string }, string> {
  return {
    name: `${benchmark.name}/answer`,
    title: 'Answer the questions yourself',
    summary: 'answer the item as a system would',
    guideline: 'You see the input of a system. Write the answer that it should give.',
    people: 1,
    value: z.union([
      z.string().min(1).meta({ control: 'longtext' }),
      z.looseObject({ sentences: z.string().min(1) }).transform(({ sentences }) => sentences),
    ]),
    list({ items, seed, count }) {
      const named = namedItems(benchmark, items);
      const chosen = count === undefined ? named : createRandom(`${seed}/answer`).sample(named, count);
      return chosen.map(({ id, also, item }) => ({ id, also, shown: { given: describeInput(item) } }));
    },
    async aggregate({ decisions }) {
      const json = { answers: decisions.length, annotators: new Set(decisions.map(({ annotator }) => annotator)).size };
      const columns = Object.keys(json).map((key) => ({ key, label: key, align: 'right' as const }));
      return { json, tables: [{ caption: 'Human answers', columns, rows: [json] }] };
    },
    answers(decisions, items) {
      const byName = new Map(namedItems(benchmark, items).map(({ id, item }) => [id, item]));
      return decisions.flatMap(({ item: name, annotator, value }) => {
        const item = byName.get(name);
        return item ? [{ item: { ...item, id: `${item.id}/${annotator}` }, answer: value }] : [];
      });
    },
  };
}
