/** Applies the outcome of decisions to rows: which are removed, which changed and in which fields, which stay as they were. */
import { isDeepStrictEqual } from 'node:util';
import type { Decision, Outcome, Task, TaskItem, Tools } from '../core/index.ts';
import { settle } from './current-decisions.ts';

export interface AppliedRows<Row> {
  rows: Row[];
  removed: string[];
  changed: { id: string; fields: string[] }[];
  kept: number;
  /** Changes of items that no row has. */
  unknown: string[];
}

/** `names` has the item of each row. null removes a row; fields replace those of the row, all others stay. */
export function applyRows<Row extends object>(
  rows: readonly Row[],
  names: readonly string[],
  changes: ReadonlyMap<string, object | null>,
): AppliedRows<Row> {
  if (rows.length !== names.length) throw new RangeError(`${rows.length} rows with ${names.length} names`);
  const applied: AppliedRows<Row> = { rows: [], removed: [], changed: [], kept: 0, unknown: [] };
  for (const [i, row] of rows.entries()) {
    const id = names[i];
    const change = changes.get(id);
    if (change === null) {
      applied.removed.push(id);
      continue;
    }
    const before = new Map<string, unknown>(Object.entries(row));
    const fields = Object.entries(change ?? {}).flatMap(([name, value]) => (isDeepStrictEqual(before.get(name), value) ? [] : [name]));
    if (fields.length > 0) applied.changed.push({ id, fields });
    else applied.kept++;
    applied.rows.push(fields.length > 0 ? { ...row, ...change } : row);
  }
  const known = new Set(names);
  applied.unknown = [...changes.keys()].filter((id) => !known.has(id));
  return applied;
}

/**
 * What follows from decisions, final ones among them: figures of the independent ones, rows of the settled ones.
 * `decisions` count by the version rule; final ones are marked. Without any this is the task's own outcome.
 */
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
