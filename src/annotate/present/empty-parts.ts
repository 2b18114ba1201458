/** What a person's answer leaves empty: a part that is null, a text that must be there and is blank, or everything. */
import type { Task } from '../../core/index.ts';
import { type FormField, formOf } from '../form/form-of.ts';

/**
 * One line for each, for the annotator; none where the answer is whole. To leave an item out is to skip it.
 * Files of decisions are read without this rule: they may hold null, for a gap in what was collected elsewhere.
 */
export function emptyParts(task: Pick<Task, 'value' | 'criteria'>, value: unknown, shown: unknown): string[] {
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
