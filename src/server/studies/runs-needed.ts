/** How many runs a task needs: none, one whose outputs are judged, or several to compare. */
import { InputError, type Task } from '../../core/index.ts';

export function runsNeeded(task: Pick<Task, 'list'>): 'none' | 'one' | 'several' {
  if (lists(task, 0)) return 'none';
  return lists(task, 1) ? 'one' : 'several';
}

/** A task that needs runs refuses a source without them, even if the source has no items. */
function lists(task: Pick<Task, 'list'>, count: number): boolean {
  const runs = Array.from({ length: count }, (_, i) => ({ name: `run ${i}`, outputs: new Map<string, string>() }));
  try {
    task.list({ items: [], seed: 0, runs });
    return true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}
