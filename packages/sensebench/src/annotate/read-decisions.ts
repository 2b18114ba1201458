/** Reads files of decisions on one task: JSON Lines, CSV, or a layout of the task. The rules are in docs/annotation.md. */
import { InputError, type PlacedDecision, type Task, type TaskItem } from '@sensebench/metrics/internal/core';
import { currentDecisions, settle } from './current-decisions.ts';
import { isTable, parseValue, readRawRows, recordToDecision, toDecision } from './decision-row.ts';

const DAY = 24 * 60 * 60 * 1000;

export interface ReadDecisionsOptions {
  /** The items of the task. Without them, item names are not checked. */
  items?: readonly Pick<TaskItem, 'id' | 'also'>[];
  /** All tasks of the benchmark; other task names are reported. */
  tasks?: readonly Pick<Task, 'name'>[];
  /** Decisions dated more than a day later are refused. */
  now?: Date;
  /** SHA-256 of the files of the items; decisions made on another version are reported. */
  datasets?: readonly string[];
  warn?(line: string): void;
}

export interface Decisions<Value> {
  /** The decisions that count, by id of the item. An item with a final decision has only that one. */
  current: PlacedDecision<Value>[];
  /** Also those overruled by final decisions, for agreement and outcomes. The same as `current` without final decisions. */
  all: PlacedDecision<Value>[];
  /** Decisions that would count, but on items outside this dataset. */
  elsewhere: PlacedDecision<Value>[];
  /** The number of decisions that a later one replaced. */
  replaced: number;
  /** Decisions of other tasks in the same files. */
  otherTasks: Record<string, number>;
}

type Reading<Value> = Pick<Task<never, Value>, 'name' | 'value' | 'read'>;

export async function readDecisions<Value>(
  paths: readonly string[],
  task: Reading<Value>,
  { items, tasks, now, datasets, warn = () => undefined }: ReadDecisionsOptions = {},
): Promise<Decisions<Value>> {
  const find = items ? itemFinder(items) : (name: string) => name;
  const otherTasks = new Map<string, number>();
  const here: PlacedDecision<Value | null>[] = [];
  const away: PlacedDecision<Value | null>[] = [];
  let otherDataset = 0;
  for (const path of paths) {
    for await (const decision of rowsOf(path, task, warn)) {
      if (decision.task !== task.name) {
        otherTasks.set(decision.task, (otherTasks.get(decision.task) ?? 0) + 1);
        continue;
      }
      checkTime(decision, now);
      if (datasets && decision.dataset !== undefined && !datasets.includes(decision.dataset)) otherDataset++;
      const id = find(decision.item);
      const read = { ...decision, task: task.name, item: id ?? decision.item, value: parsedValue(task, decision) };
      (id === undefined ? away : here).push(read);
    }
  }
  if (away.length > 0 && here.length === 0)
    throw new InputError(`no decision is on an item of this dataset; the first is on "${away[0].item}"`, away[0].place);
  if (away.length > 0)
    warn(`${away.length} of ${away.length + here.length} decisions are on items outside this dataset, like "${away[0].item}"`);
  if (otherDataset > 0) warn(`${otherDataset} decisions were made on another version of the dataset`);
  sayUnknownTasks(otherTasks, tasks, warn);
  const known = currentDecisions(here);
  const unknown = currentDecisions(away);
  return {
    current: settle(known.current).settled,
    all: known.current,
    elsewhere: settle(unknown.current).settled,
    replaced: known.replaced + unknown.replaced,
    otherTasks: Object.fromEntries(otherTasks),
  };
}

async function* rowsOf<Value>(path: string, task: Reading<Value>, warn: (line: string) => void): AsyncGenerator<PlacedDecision> {
  const layout = task.read?.(path, { warn });
  if (layout) return yield* layout;
  yield* readDecisionRows(path, task.name);
}

/** Decisions as JSON Lines, or as CSV with a column for each field of the value. */
async function* readDecisionRows(path: string, task: string): AsyncGenerator<PlacedDecision> {
  const table = isTable(path);
  for await (const { row, place } of readRawRows(path)) yield table ? recordToDecision(row, task, place) : toDecision(row, place);
}

/** Keeps null, which retracts an earlier decision; `currentDecisions` removes it later. */
function parsedValue<Value>(task: Reading<Value>, { value, place }: PlacedDecision): Value | null {
  return value === null ? null : parseValue(task.value, value, place);
}

function checkTime({ at, place }: PlacedDecision, now: Date | undefined): void {
  if (at === undefined) return;
  const time = Date.parse(at);
  const wrong = { ...place, field: 'at' };
  if (Number.isNaN(time)) throw new InputError(`"${at}" is not a time`, { ...wrong, expected: 'ISO 8601, like 2026-01-31T12:00:00Z' });
  if (now && time > now.getTime() + DAY)
    throw new InputError(`${at} is in the future`, { ...wrong, expected: `a time before ${now.toISOString()}` });
}

function sayUnknownTasks(
  found: ReadonlyMap<string, number>,
  tasks: readonly Pick<Task, 'name'>[] | undefined,
  warn: (line: string) => void,
): void {
  if (!tasks) return;
  const known = new Set(tasks.map((task) => task.name));
  for (const [name, count] of found) {
    if (!known.has(name))
      warn(`${count} decisions are of the unknown task "${name}"; known tasks are ${tasks.map((task) => task.name).join(', ')}`);
  }
}

/**
 * The item rule: a decision refers to an item by its id or by one of its other names, exactly. Returns a function that finds
 * the id for a name. An id takes precedence over another item's other name.
 */
export function itemFinder(items: readonly Pick<TaskItem, 'id' | 'also'>[]): (name: string) => string | undefined {
  const ids = new Set<string>();
  const byName = new Map<string, string>();
  for (const { id, also = [] } of items) {
    if (ids.has(id)) throw new InputError(`two items have the id "${id}"`);
    ids.add(id);
    for (const name of also) if (!byName.has(name)) byName.set(name, id);
  }
  return (name) => (ids.has(name) ? name : byName.get(name));
}
