/** Which decisions count (the last of each annotator and item, and final ones), and what they do to the rows of a dataset. */

import { isDeepStrictEqual } from 'node:util';
import type { Decision, Outcome, PlacedDecision, Task, TaskItem, Tools } from '@sensebench/metrics/internal/core';

interface CurrentDecisions<Value> {
  /** In order of the first appearance of annotator and item. */
  current: PlacedDecision<Value>[];
  /** The number of decisions that a later one replaced. */
  replaced: number;
}

/** `decisions` are in the order of the files. An annotator's own decision and final decision are separate. If the last decision has the value null, it retracts the earlier one. */
export function currentDecisions<Value>(decisions: readonly PlacedDecision<Value | null>[]): CurrentDecisions<Value> {
  const last = new Map<string, PlacedDecision<Value | null>>();
  for (const decision of decisions) {
    const key = JSON.stringify([decision.annotator, decision.item, decision.final ?? false]);
    const known = last.get(key);
    if (!known || timeOf(decision) >= timeOf(known)) last.set(key, decision);
  }
  const current = [...last.values()].flatMap(({ value, ...rest }) => (value === null ? [] : [{ ...rest, value }]));
  return { current, replaced: decisions.length - last.size };
}

function timeOf({ at }: Decision): number {
  return at === undefined ? Number.NEGATIVE_INFINITY : Date.parse(at);
}

export interface SettledDecisions<D> {
  /** The decisions that count: the last final one of an item if it has any, otherwise all of them. */
  settled: D[];
  /** The annotators' own decisions, without final ones. */
  independent: D[];
}

/**
 * The rule of final decisions: if an item has one, it alone counts; agreement is always computed from the independent ones.
 * `decisions` are those that count by the version rule.
 */
export function settle<D extends Decision>(decisions: readonly D[]): SettledDecisions<D> {
  const final = new Map<string, D>();
  for (const decision of decisions) {
    const known = final.get(decision.item);
    if (decision.final && (!known || timeOf(decision) >= timeOf(known))) final.set(decision.item, decision);
  }
  return {
    settled: decisions.filter((decision) => !final.has(decision.item) || final.get(decision.item) === decision),
    independent: decisions.filter((decision) => !decision.final),
  };
}

/** Applies the outcome of decisions to rows: which are removed, which changed and in which fields, which stay as they were. */
export interface AppliedRows<Row> {
  rows: Row[];
  removed: string[];
  changed: { id: string; fields: string[] }[];
  kept: number;
  /** Items of changes without a row. */
  unknown: string[];
}

/** `names` has the item of each row. A change of null removes the row; otherwise its fields replace those of the row. */
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
 * The outcome of decisions, some of which may be final: statistics of the independent ones, rows of those that count.
 * `decisions` are those that count by the version rule, final ones marked. Without final ones it is the outcome of the task itself.
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
