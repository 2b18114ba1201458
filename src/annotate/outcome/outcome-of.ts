/** What follows from decisions, final ones among them: figures of the independent ones, rows of the settled ones. */
import type { Decision, Outcome, Task, TaskItem, Tools } from '../../core/index.ts';
import { settle } from './settle.ts';

/** `decisions` count by the version rule; final ones are marked. Without any this is the task's own outcome. */
export async function outcomeOf<Shown, Value>(
  task: Pick<Task<Shown, Value>, 'aggregate'>,
  { items, decisions }: { items: readonly TaskItem<Shown>[]; decisions: readonly Decision<Value>[] },
  tools: Tools,
): Promise<Outcome> {
  const { settled, independent } = settle(decisions);
  const rows = await task.aggregate({ items, decisions: settled }, tools);
  const final = settled.filter((decision) => decision.final);
  if (final.length === 0 || independent.length === 0) return rows;
  const figures = await task.aggregate({ items, decisions: independent }, tools);
  return {
    ...rows,
    json: { ...figures.json, settled: { items: final.length, ...rows.json } },
    tables: figures.tables,
  };
}
