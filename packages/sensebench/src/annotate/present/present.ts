/** Presents an item to one annotator and converts the answer to the task's value: the only path from a task to a browser and back. */
import {
  createRandom,
  InputError,
  type Showing,
  type ShowingPlace,
  type Task,
  type TaskItem,
  type Tools,
} from '@sensebench/metrics/internal/core';
import { type FormField, formOf } from '../form/form-of.ts';

type Presenting<Shown, Value> = Pick<Task<Shown, Value>, 'present' | 'arrange'>;

/** Without `present`, `shown` is arranged by seed, item and annotator, and answers are values. */
export function present<Shown, Value>(
  task: Presenting<Shown, Value>,
  item: Pick<TaskItem<Shown>, 'id' | 'shown'>,
  place: ShowingPlace,
): Showing<Value> {
  if (task.present) return task.present(item.shown, place);
  const random = createRandom(`${place.seed}/arrange/${item.id}/${place.annotator}`);
  return { shown: task.arrange ? task.arrange(item.shown, random) : item.shown, toValue: (answer) => answer, toAnswer: (value) => value };
}

export interface CheckedAnswer<Value> {
  /** Absent if the answer is refused. */
  value?: Value;
  /** Reasons for a refusal, addressed to the annotator. */
  refused: string[];
  /** Suggestions for improvement. */
  advice: string[];
}

/** The same check for live hints and for the stored answer: names, schema, empty parts, and the task's own check. */
export async function checkAnswer<Shown, Value>(
  task: Presenting<Shown, Value> & Pick<Task<Shown, Value>, 'value' | 'check' | 'criteria'>,
  item: Pick<TaskItem<Shown>, 'id' | 'shown'>,
  place: ShowingPlace,
  { answer, tools }: { answer: unknown; tools: Tools },
): Promise<CheckedAnswer<Value>> {
  const named = namedValue(() => present(task, item, place).toValue(answer));
  if ('refused' in named) return { refused: [named.refused], advice: [] };
  const parsed = task.value.safeParse(named.value);
  if (!parsed.success) {
    const refused = parsed.error.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message));
    return { refused, advice: [] };
  }
  const empty = emptyParts(task, parsed.data, item.shown);
  if (empty.length > 0) return { refused: empty, advice: [] };
  const notes = (await task.check?.(parsed.data, item.shown, tools)) ?? [];
  const refused = notes.filter(({ refuse }) => refuse).map(({ text }) => text);
  const advice = notes.filter(({ refuse }) => !refuse).map(({ text }) => text);
  return { ...(refused.length === 0 ? { value: parsed.data } : {}), refused, advice };
}

function namedValue(read: () => unknown): { value: unknown } | { refused: string } {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof InputError) return { refused: error.message };
    throw error;
  }
}

/**
 * What a person's answer leaves empty: a part that is null, a text that must be there and is blank, or everything.
 * * Returns one line per empty part; none if the answer is complete. Annotators can skip an item instead. Decision files are read without this rule: null may stand for a gap in data collected elsewhere.
 */
function emptyParts(task: Pick<Task, 'value' | 'criteria'>, value: unknown, shown: unknown): string[] {
  if (saysNothing(value)) return ['the answer is empty; skip the item to leave it out'];
  const { fields } = formOf(task, shown);
  const missing = fields.filter(({ path, required }) => required && isBlank(partAt(value, path))).map(({ label }) => label);
  const nulls = nullsIn(value, []).map((path) => labelAt(fields, path));
  return [...new Set([...missing, ...nulls])].map((label) => `"${label}" is empty`);
}

function saysNothing(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(saysNothing);
  return value === undefined || value === null || isBlank(value);
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

function nullsIn(value: unknown, path: readonly string[]): string[][] {
  if (value === null) return [[...path]];
  return typeof value === 'object' ? Object.entries(value).flatMap(([name, part]) => nullsIn(part, [...path, name])) : [];
}

function partAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? partAt(Object.entries(value).find(([key]) => key === name)?.[1], rest)
    : undefined;
}

function labelAt(fields: readonly FormField[], path: readonly string[]): string {
  return fields.find((field) => field.path.join('.') === path.join('.'))?.label ?? path.join('.');
}
