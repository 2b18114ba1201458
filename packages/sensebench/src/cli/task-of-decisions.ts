/** The task that a file of decisions is about. */
import { type ActionContext, InputError, type Task, unknownName } from '@sensebench/metrics/internal/core';
import { readRawRows, tasksOf, toDecision } from '../annotate/index.ts';

async function firstTask(file: string): Promise<string> {
  for await (const { row, place } of readRawRows(file)) return toDecision(row, place).task;
  throw new InputError('has no decisions', { file });
}

/** By the name in the first row; `module` is that of a user's own benchmark. */
export async function taskOfDecisions(file: string, module: string | undefined, context: Pick<ActionContext, 'benchmark'>): Promise<Task> {
  const name = await firstTask(file);
  const benchmark = await context.benchmark(module ?? name.split('/')[0]);
  const tasks = tasksOf(benchmark);
  const task = tasks.find((own) => own.name === name);
  if (!task)
    throw unknownName(
      `task of ${benchmark.name}`,
      name,
      tasks.map((own) => own.name),
    );
  return task;
}
