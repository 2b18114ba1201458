/** The items of a task, completed by its tools: what a study is made of. */
import type { Item, Task, TaskItem, TaskSource, ToolNeeds, Tools } from '../core/index.ts';

export async function listItems<Shown, I extends Item>(
  task: Pick<Task<Shown, never, I>, 'complete' | 'list'>,
  source: TaskSource<I>,
  tools: (needs: ToolNeeds) => Promise<Tools>,
): Promise<readonly TaskItem<Shown>[]> {
  const items = task.complete ? await task.complete(source.items, tools) : source.items;
  return task.list({ ...source, items });
}
