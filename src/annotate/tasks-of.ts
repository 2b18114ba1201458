/** All annotation tasks of a benchmark: its own, and those that any benchmark has. */
import type { Benchmark, Task } from '../core/index.ts';
import { answerTask } from './answer-task.ts';
import { compareTask } from './compare-systems.ts';
import { criteriaTask } from './criteria.ts';

export function tasksOf(benchmark: Pick<Benchmark, 'name' | 'names' | 'tasks' | 'choices'>): readonly Task[] {
  const own = benchmark.tasks ?? [];
  const answering = own.some((task) => task.answers) ? [] : [answerTask(benchmark)];
  return [...own, ...answering, compareTask(benchmark), criteriaTask(benchmark)];
}
